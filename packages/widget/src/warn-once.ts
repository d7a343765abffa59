export type Warner = (what: string, value?: unknown) => void

/** Warns a developer about a wrong input of the element, once for each value. */
export function createWarner(): Warner {
  const told = new Set<string>()
  return (what, value = '') => {
    const key = `${what}${value}`
    if (told.has(key)) return
    told.add(key)
    console.warn(`crypto-checkout: ${what}`, value)
  }
}
