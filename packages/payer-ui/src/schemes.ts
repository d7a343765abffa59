/** Light and dark for browsers without `light-dark()`, which Safari has since 17.5 and Chrome since 123. */

/**
 * Styles without `light-dark()`. One of the two properties `--light` and `--dark` must be `initial` and the other empty:
 * `schemeCss` sets them.
 *
 *     replaceLightDark('color: light-dark(#000, #fff)') // 'color: var(--light, #000) var(--dark, #fff)'
 */
export function replaceLightDark(css: string): string {
  return css.replace(/light-dark\((.+?), (.+?)\)/g, 'var(--light, $1) var(--dark, $2)')
}

/** Makes `replaceLightDark` light or dark. Write it between braces. */
export const schemeCss = { light: '--light: initial; --dark: ;', dark: '--light: ; --dark: initial;' } as const
