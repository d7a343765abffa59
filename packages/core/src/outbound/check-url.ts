/** URLs and addresses that may be reached. */
import { BlockList, isIP } from 'node:net'

export type UrlRules = AddressRules & {
  /** Only https. */
  readonly livemode: boolean
}

/**
 * Finds the reason for which a URL cannot receive events, in words for the merchant; null if the URL alone shows no
 * problem. Its resolved addresses are checked before each connection.
 */
export function findWebhookUrlProblem(url: string, rules: UrlRules): string | null {
  const parsed = /^https?:\/\//i.test(url) ? URL.parse(url) : null
  if (!parsed) return 'must be an absolute URL such as https://shop.example/webhooks'
  if (rules.livemode && parsed.protocol !== 'https:') return 'must begin with https:// in production'
  if (parsed.username || parsed.password) return 'must not contain a user name or password'
  const host = getHost(parsed)
  if (isIP(host) ? !isPermitted(rules, host) : isLocalhost(host) && !rules.allowLoopback)
    return 'must be reachable from the internet: this address is not public'
  return null
}

/** The name or address without brackets and without a trailing dot. */
export function getHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** RFC 6761: these names are the machine itself, whatever a name server answers. */
export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/** Ranges of addresses, each family separately: a BlockList with IPv6 ranges treats IPv4 addresses as mapped ones. */
type AddressRanges = { readonly ipv4: BlockList; readonly ipv6: BlockList }

/** The addresses that are allowed besides public ones. */
export type AddressRules = { readonly allowLoopback: boolean; readonly networks: AddressRanges }

/** Parses CIDR ranges such as `10.0.0.0/8` and `fd00::/8`. Throws RangeError for an invalid one. */
export function parseAddressRanges(ranges: readonly string[]): AddressRanges {
  const parsed = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const range of ranges) {
    const [address = '', bits = '', ...rest] = range.split('/')
    const family = findFamily(address)
    if (!family || rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 'ipv4' ? 32 : 128))
      throw new RangeError(`${range} is no range of addresses: write it like 10.0.0.0/8 or fd00::/8`)
    parsed[family].addSubnet(address, Number(bits), family)
  }
  return parsed
}

const LOOPBACK = parseAddressRanges(['127.0.0.0/8', '::1/128'])

/** IANA's special-purpose addresses of both families (RFC 6890 and its registries), multicast and reserved ones. */
const SPECIAL = parseAddressRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // The first includes Teredo, the third is 6to4.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])

/** The part of IPv6 that is allocated as global unicast. IPv4-mapped, NAT64 and local addresses are outside. */
const GLOBAL_IPV6 = parseAddressRanges(['2000::/3'])

/** Tells whether a connection to the address is allowed. Text that is not an address is not allowed. */
export function isPermitted(rules: AddressRules, address: string): boolean {
  return isPublic(address) || contains(rules.networks, address) || (rules.allowLoopback && contains(LOOPBACK, address))
}

function isPublic(address: string): boolean {
  const family = findFamily(address)
  if (family === 'ipv4') return !contains(SPECIAL, address)
  return contains(GLOBAL_IPV6, address) && !contains(SPECIAL, address) && !isIsatap(address)
}

function contains(ranges: AddressRanges, address: string): boolean {
  const family = findFamily(address)
  return family !== null && ranges[family].check(address, family)
}

/** An address with a zone (`fe80::1%eth0`) counts as invalid. */
function findFamily(address: string): 'ipv4' | 'ipv6' | null {
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0) return null
  return version === 4 ? 'ipv4' : 'ipv6'
}

/** ISATAP (RFC 5214) carries an IPv4 address behind `0:5efe` or `200:5efe` under any prefix. */
function isIsatap(address: string): boolean {
  // In the form of URLs: no dotted part, no leading zeros, the longest run of zeros as `::`.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return groups[5] === '5efe' && (groups[4] === '0' || groups[4] === '200')
}
