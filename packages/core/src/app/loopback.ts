import { isIPv4 } from 'node:net'

/** Whether all of these URLs are on this machine. */
export function areLoopback(urls: readonly string[]): boolean {
  return urls.every((url) => isLoopback(new URL(url).hostname))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
}
