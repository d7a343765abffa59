/** Parts of the calls and logs of all contracts: words of the contract ABI, and the addresses of bound accounts. */
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

/** @throws if a mixed-case address has a wrong checksum (ERC-55) */
export function encodeChecked(address: string): string {
  return encodeAddress(getAddress(address))
}

/** @throws if one of the wallets is one of the other addresses, in any spelling */
export function requireWallets(wallets: readonly string[], others: readonly string[]): void {
  const taken = new Set(others.map((other) => other.toLowerCase()))
  for (const one of wallets) if (taken.has(one.toLowerCase())) throw new Error(`No wallet has this address: ${one}`)
}

/**
 * A share in millionths.
 * @throws if it is not an integer from 1 to a million
 */
export function encodeShare(millionths: number): string {
  if (!Number.isInteger(millionths) || millionths < 1 || millionths > MILLION)
    throw new Error(`Not a share in millionths: ${millionths}`)
  return encodeNumber(millionths)
}

const MILLION = 1_000_000

/** @throws if it has more than 128 bits */
export function encodeAmount(amount: bigint): string {
  if (amount >= 2n ** 128n) throw new Error(`Not an amount: ${amount}`)
  return encodeNumber(amount)
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

/** Bytes of any length as their length and whole words, without 0x. */
export function encodeByteString(bytes: string): string {
  if (!BYTES.test(bytes)) throw new MalformedBytes('Not bytes in hexadecimal.')
  const hex = bytes.slice(2).toLowerCase()
  return encodeNumber(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
}

/** Bytes are not the message or the log that they should be. */
export class MalformedBytes extends Error {
  override readonly name = 'MalformedBytes'
}

const BYTES = /^0x(?:[0-9a-f]{2})*$/i
const WORD = /^0x[0-9a-f]{64}$/i

/** The numbers in a log's data, which are all that it has. Throws MalformedBytes if it has more or less, or other topics. */
export function readWords(
  { topics, data }: Omit<Log, 'address'>,
  count: { readonly topics: number; readonly words: number },
): bigint[] {
  const areTopics = topics.length === count.topics && topics.every((topic) => WORD.test(topic))
  if (!areTopics || !BYTES.test(data) || data.length !== 2 + count.words * 64)
    throw new MalformedBytes('A log has other parts than its event.')
  return Array.from({ length: count.words }, (_, index) => BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64)}`))
}

/** The bytes of any length whose place is in a word of a log's data, in lower case. Throws MalformedBytes if there are none. */
export function readByteString(data: string, word: number): string {
  const numberAt = (byte: number) => Number(`0x${data.slice(2 + byte * 2, 66 + byte * 2)}`)
  const size = (data.length - 2) / 2
  const offset = numberAt(word * 32)
  const length = offset + 32 <= size ? numberAt(offset) : Number.POSITIVE_INFINITY
  const start = offset + 32
  if (!BYTES.test(data) || !(start + length <= size)) throw new MalformedBytes('A log has no bytes where some belong.')
  return `0x${data.slice(2 + start * 2, 2 + (start + length) * 2).toLowerCase()}`
}

/** The address in a word, with its checksum (ERC-55). Throws MalformedBytes if there is something else. */
export function readAddress(word: string): string {
  if (!/^0x0{24}[0-9a-f]{40}$/i.test(word)) throw new MalformedBytes(`Not the address of an EVM network: ${word}`)
  return getAddress(`0x${word.slice(26).toLowerCase()}`)
}
