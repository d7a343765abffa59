/** A database's URL as it may be shown: without its password, and without parameters, which may hold another. */
export function describeStorage(url: string): string {
  if (url.startsWith('sqlite:')) return url
  try {
    const { protocol, username, host, pathname } = new URL(url)
    return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
  } catch {
    return 'a PostgreSQL database'
  }
}
