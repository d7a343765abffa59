import { getAddress } from 'ethers/address'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const REMEMBERED = 10_000
const known = new Map<string, string | null>()

/** The address with its EIP-55 checksum; null if it is not an address or its own checksum is wrong. */
export function parseEvmAddress(text: string): string | null {
  const remembered = known.get(text)
  if (remembered !== undefined) return remembered
  const address = checksummed(text)
  // The checksum costs a hash, and merchants use the same few wallets again and again.
  if (known.size >= REMEMBERED) known.clear()
  known.set(text, address)
  return address
}

const ZERO_ADDRESS = /^0x0{40}$/
const STELLAR_ACCOUNT = /^G[A-Z2-7]{55}$/

/** Finds the reason to send no money to the address; null if nothing speaks against it. */
export function findEvmRecipientProblem(text: string): string | null {
  if (STELLAR_ACCOUNT.test(text)) return 'looks like an account of Stellar: addresses of EVM networks begin with 0x'
  return ZERO_ADDRESS.test(text) ? 'is the zero address, where money is lost' : null
}

function checksummed(text: string): string | null {
  if (!ADDRESS.test(text)) return null
  try {
    return getAddress(text)
  } catch {
    return null
  }
}
