/** Circle's attester in local networks: it fills the fields of a message that a burn leaves empty, and signs it. */
import { randomBytes } from 'node:crypto'

/** The signer; the doubles of CCTP take messages that it signs. Its key is public. */
export const ATTESTER = '0x1E4e0351424123871305C2Ce3Bc4a955B183BfF5'
const KEY = `0x${'a7'.repeat(32)}`

/** Where the fields of a message of CCTP v2 begin, in bytes. Those from `burnToken` on are in its body. */
const FIELDS = {
  version: [0, 4],
  sourceDomain: [4, 4],
  destinationDomain: [8, 4],
  nonce: [12, 32],
  sender: [44, 32],
  recipient: [76, 32],
  destinationCaller: [108, 32],
  minFinalityThreshold: [140, 4],
  finalityThresholdExecuted: [144, 4],
  burnToken: [152, 32],
  mintRecipient: [184, 32],
  amount: [216, 32],
  messageSender: [248, 32],
  maxFee: [280, 32],
  feeExecuted: [312, 32],
  expirationBlock: [344, 32],
} as const
export type Field = keyof typeof FIELDS

/** What an attester fills. */
export type Attested = {
  /** 32 bytes, in hexadecimal with 0x; default: random */
  readonly nonce?: string
  /** The finality that is reached; default: the one that the burn asked for */
  readonly finality?: number
  /** In the token's smallest unit; default 0 */
  readonly fee?: bigint
  /** The block of the destination from which the message is refused; default 0: never */
  readonly expiration?: bigint
}

/** In hexadecimal with 0x; `attestation` is a signature of the message's Keccak-256. */
export type AttestedMessage = { readonly message: string; readonly attestation: string }

/** `key`: of somebody else, whose attestations are refused */
export async function attest(message: string, attested: Attested = {}, key = KEY): Promise<AttestedMessage> {
  const { nonce = `0x${randomBytes(32).toString('hex')}`, fee = 0n, expiration = 0n } = attested
  const { finality = Number(readField(message, 'minFinalityThreshold')) } = attested
  let filled = writeField(message, 'nonce', BigInt(nonce))
  filled = writeField(filled, 'finalityThresholdExecuted', BigInt(finality))
  filled = writeField(filled, 'feeExecuted', fee)
  filled = writeField(filled, 'expirationBlock', expiration)
  // It takes a tenth of a second to load, and most networks attest nothing.
  const { keccak256, SigningKey } = await import('ethers/crypto')
  return { message: filled, attestation: new SigningKey(key).sign(keccak256(filled)).serialized }
}

/** A field of a message, in hexadecimal with 0x */
export function readField(message: string, field: Field): string {
  const [start, length] = FIELDS[field]
  return `0x${message.slice(2 + start * 2, 2 + (start + length) * 2)}`
}

/** The message with another value of a field */
export function writeField(message: string, field: Field, value: bigint): string {
  const [start, length] = FIELDS[field]
  const [from, to] = [2 + start * 2, 2 + (start + length) * 2]
  return message.slice(0, from) + value.toString(16).padStart(length * 2, '0') + message.slice(to)
}
