import { hash } from 'node:crypto'
import type { StellarAsset } from '../chains/stellar/asset.ts'
import { accountTopic } from '../chains/stellar/event.ts'
import { decodeStrKey, encodeStrKey } from '../chains/stellar/strkey.ts'
import { accountXdr, uint32, uint64, variable } from '../chains/stellar/xdr.ts'

/** Builds the parts of token events (CAP-67) for a scripted ledger. */

const SC = { u64: 5, i128: 10, string: 14, symbol: 15, map: 17, address: 18 } as const

/** An account derived from a number. */
export function scriptedAccount(number: number): string {
  return encodeStrKey('G', hash('sha256', accountXdr(uint32(number)), 'buffer'))
}

/** A contract derived from a number. */
export function scriptedContract(number: number): string {
  return encodeStrKey('C', hash('sha256', accountXdr(uint32(number)), 'buffer'))
}

export function isContract(address: string): boolean {
  return address.startsWith('C')
}

/** An account or a contract as a topic. */
export function topicOf(address: string): string {
  const contract = decodeStrKey('C', address)
  if (contract) return Buffer.concat([uint32(SC.address), uint32(1), contract]).toString('base64')
  return accountTopic(decodeStrKey('G', address) ?? Buffer.alloc(32))
}

/** An asset as a topic, by its name (SEP-11). */
export function nameOf({ code, issuer }: StellarAsset): string {
  return text(SC.string, `${code}:${issuer}`).toString('base64')
}

function text(kind: number, content: string): Buffer {
  return Buffer.concat([uint32(kind), variable(Buffer.from(content))])
}

/** An amount as an event's value: alone, or with the memo, or with the muxed id if a contract pays. */
export function eventValue(amount: bigint, from: string, memo: string | null): string {
  const value = Buffer.concat([uint32(SC.i128), uint64(0n), uint64(amount)])
  if (memo === null) return value.toString('base64')
  const tag = isContract(from) ? Buffer.concat([uint32(SC.u64), uint64(BigInt(memo))]) : text(SC.string, memo)
  const entries = [text(SC.symbol, 'amount'), value, text(SC.symbol, 'to_muxed_id'), tag]
  return Buffer.concat([uint32(SC.map), uint32(1), uint32(2), ...entries]).toString('base64')
}

export type ScriptedEvent = { readonly contractId: string; readonly topic: readonly string[]; readonly value: string }

/** An event in the form of its transaction's own record: a ContractEvent. */
export function contractEvent({ contractId, topic, value }: ScriptedEvent): string {
  const [EXTENSION, ONE_CONTRACT, CONTRACT_EVENT, VERSION] = [0, 1, 1, 0].map(uint32)
  const contract = decodeStrKey('C', contractId)
  const parts = [EXTENSION, ONE_CONTRACT, contract, CONTRACT_EVENT, VERSION, uint32(topic.length)]
  const body = [...topic, value].map((part) => Buffer.from(part, 'base64'))
  return Buffer.concat([...parts.map((part) => part ?? Buffer.alloc(32)), ...body]).toString('base64')
}
