import { isIPv6 } from 'node:net'

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * The part of an address that limits count by. An IPv4 address counts as it is, an IPv6 address by its /64, because one
 * subscriber usually has all addresses of a /64 (RFC 6177). An IPv4 address mapped to IPv6 counts as IPv4. Text that is
 * not an address counts as it is.
 *
 *     getClientNetwork('2001:db8:0:1::7') // '2001:db8:0:1::/64'
 */
export function getClientNetwork(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [plain = ''] = address.split('%')
  return isIPv6(plain) ? `${networkGroups(plain).join(':')}::/64` : address
}

/** The first four groups, without leading zeros. */
function networkGroups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  // A dotted part at the end stands for two groups.
  const written = before.length + after.length + (address.includes('.') ? 1 : 0)
  const missing = tail === undefined ? 0 : GROUPS - written
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  return groups.slice(0, NETWORK_GROUPS).map((group) => group.replace(/^0+(?=.)/, ''))
}
