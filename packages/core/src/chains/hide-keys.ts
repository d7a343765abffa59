/** Shorter parts of a URL are names. */
const MIN_KEY = 16

/**
 * A text without the keys of a node's URL, which stand in its path or query: providers repeat them
 * when they refuse a request, and they must not get into logs, health views and reports.
 */
export function hideKeys(text: string, url: string | URL): string {
  const { pathname, search } = new URL(url)
  const keys = `${pathname}${search}`.split(/[/?&=]/).filter((part) => part.length >= MIN_KEY)
  return keys.reduce((shown, key) => shown.replaceAll(key, '(key)'), text)
}
