/** A database's URL for display: without its password and its parameters, which may contain another. */
export function describeStorage(url: string): string {
  if (url.startsWith('sqlite:')) return url
  try {
    const { protocol, username, host, pathname } = new URL(url)
    return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`
  } catch {
    return 'a PostgreSQL database'
  }
}
