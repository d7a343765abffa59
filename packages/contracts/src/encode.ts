/** Parts of the calls of all contracts: words of the contract ABI, and the addresses of bound accounts. */
import { getAddress } from 'ethers/address'
import { keccak256 } from 'ethers/crypto'

/** A log as JSON-RPC returns it */
export type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }

/**
 * The address of an account that a contract creates for a salt (ERC-1014), with its checksum (ERC-55). `codeHash` is the
 * Keccak-256 of the account's creation code.
 */
export function findAccount(creator: string, salt: string, codeHash: string): string {
  const hash = keccak256(`0xff${creator.slice(2)}${salt.slice(2)}${codeHash.slice(2)}`)
  return getAddress(`0x${hash.slice(26)}`)
}

/**
 * An address as a word of the contract ABI: 32 bytes, as hexadecimal without 0x.
 * @throws if it is not an address of 20 bytes with 0x
 */
export function encodeAddress(address: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new Error(`Not an Ethereum address: ${address}`)
  return address.slice(2).toLowerCase().padStart(64, '0')
}

/** @throws if it is not 32 bytes with 0x */
export function encodeBytes(bytes: string): string {
  if (!/^0x[0-9a-fA-F]{64}$/.test(bytes)) throw new Error(`Not 32 bytes: ${bytes}`)
  return bytes.slice(2).toLowerCase()
}

/** @throws if it is negative or has more than 256 bits */
export function encodeNumber(value: bigint | number): string {
  const integer = BigInt(value)
  if (integer < 0n || integer >= 2n ** 256n) throw new Error(`Not a number of 256 bits: ${value}`)
  return integer.toString(16).padStart(64, '0')
}
