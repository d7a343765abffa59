export type Warner = (what: string, value?: unknown) => void

/** Warns a developer about a wrong input of the element, once for each value. */
export function createWarner(): Warner {
  const warned = new Set<string>()
  return (what, value = '') => {
    const key = `${what}${value}`
    if (warned.has(key)) return
    warned.add(key)
    console.warn(`crypto-checkout: ${what}`, value)
  }
}
