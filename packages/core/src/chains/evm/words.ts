/** Encoding of contract arguments and answers (Solidity's ABI). Arguments have no 0x. */

/** `WORD`: 32 bytes in hexadecimal. `BYTES`: any number of bytes. */
export const WORD: RegExp = /^0x[0-9a-f]{64}$/i
export const BYTES: RegExp = /^0x(?:[0-9a-f]{2})*$/i

/** The caller. Nodes may refuse calls from an account with code (EIP-3607). */
export const NOBODY: string = `0x${'0'.repeat(40)}`

/** Hexadecimal, with or without 0x, padded to 32 bytes. */
export function encodeWord(hex: string): string {
  return hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
}

/** The length of the bytes, then the bytes padded to whole words. */
export function encodeBytes(bytes: string): string {
  const hex = bytes.slice(2).toLowerCase()
  return `${encodeWord((hex.length / 2).toString(16))}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
}

/** The string that a function returns as its only value; null for anything else. */
export function decodeString(answer: string | null): string | null {
  const hex = answer?.slice(2) ?? ''
  if (hex.length < 128 || BigInt(`0x${hex.slice(0, 64)}`) !== 32n) return null
  const length = BigInt(`0x${hex.slice(64, 128)}`)
  if (length > BigInt((hex.length - 128) / 2)) return null
  return Buffer.from(hex.slice(128, 128 + Number(length) * 2), 'hex').toString()
}
