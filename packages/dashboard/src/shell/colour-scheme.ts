/** Light or dark, as the system is. The design tokens need a class for it. */
export function followColourScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => document.documentElement.classList.toggle('wa-dark', dark.matches)
  apply()
  dark.addEventListener('change', apply)
}
