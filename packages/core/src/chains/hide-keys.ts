/** Shorter parts of a URL are names, not keys. */
const MIN_KEY = 16

/**
 * Removes the keys in a node URL's path or query from a text. Providers repeat them when they refuse a request, and
 * they must not get into logs, health views and reports.
 */
export function hideKeys(text: string, url: string | URL): string {
  const { pathname, search } = new URL(url)
  const keys = `${pathname}${search}`.split(/[/?&=]/).filter((part) => part.length >= MIN_KEY)
  return keys.reduce((shown, key) => shown.replaceAll(key, '(key)'), text)
}
