import { hash } from 'node:crypto'
import { accountTopic } from '../chains/stellar/event.ts'
import { decodeStrKey, encodeStrKey } from '../chains/stellar/strkey.ts'
import { accountXdr, uint32, uint64, variable } from '../chains/stellar/xdr.ts'

/** The parts of token events (CAP-67) as a scripted ledger writes them. */

const SC = { u64: 5, i128: 10, string: 14, symbol: 15, map: 17, address: 18 } as const

/** An account that follows from a number. */
export function scriptedAccount(number: number): string {
  return encodeStrKey('G', hash('sha256', accountXdr(uint32(number)), 'buffer'))
}

/** A contract that follows from a number. */
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

/** An amount as an event's value: alone, or with the memo or, where a contract pays, the muxed id beside it. */
export function eventValue(amount: bigint, from: string, memo: string | null): string {
  const value = Buffer.concat([uint32(SC.i128), uint64(0n), uint64(amount)])
  if (memo === null) return value.toString('base64')
  const text = (kind: number, content: string) => Buffer.concat([uint32(kind), variable(Buffer.from(content))])
  const tag = isContract(from) ? Buffer.concat([uint32(SC.u64), uint64(BigInt(memo))]) : text(SC.string, memo)
  const entries = [text(SC.symbol, 'amount'), value, text(SC.symbol, 'to_muxed_id'), tag]
  return Buffer.concat([uint32(SC.map), uint32(1), uint32(2), ...entries]).toString('base64')
}
