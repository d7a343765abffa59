const PUBLIC = 'Public Global Stellar Network ; September 2015'
const NAMES: Readonly<Record<string, string>> = {
  [PUBLIC]: 'Main Net',
  'Test SDF Network ; September 2015': 'Test Net',
}

/** The network that a payment's URI (SEP-7) names; the public one if it names none. */
export function parsePassphrase(uri: string): string {
  return new URLSearchParams(uri.split('?')[1]).get('network_passphrase') ?? PUBLIC
}

/** Whether coins have a value on this network. */
export function isPublic(passphrase: string): boolean {
  return passphrase === PUBLIC
}

/** The network's name as wallets show it: `Stellar (Test Net)` */
export function formatNetworkName(network: string, passphrase: string): string {
  return `${network} (${NAMES[passphrase] ?? passphrase})`
}
