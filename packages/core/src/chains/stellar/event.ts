import { decodeXdr, loadSdk } from './sdk.ts'

/** The ScVal types that token events use. */
const SC = { u64: 5, i128: 10, bytes: 13, string: 14, symbol: 15, map: 17, address: 18 } as const

/** Names of events as topics: symbols in XDR. */
export const TRANSFER = 'AAAADwAAAAh0cmFuc2Zlcg=='
/** Payments by the issuer are mint events. */
export const MINT = 'AAAADwAAAARtaW50'
export const FEE = 'AAAADwAAAANmZWUA'

type Moved = {
  /** Null when the asset's issuer pays. */
  readonly from: string | null
  readonly to: string
  readonly amount: bigint
  readonly memo: string | null
}

/**
 * The transfer in a token's event (CAP-67, SEP-41); null for other events. Throws RangeError when it cannot be read.
 */
export function readEvent(topics: readonly string[], value: string): Moved | null {
  const [name, first, second] = topics
  if (first === undefined || second === undefined) return null
  if (name === TRANSFER && topics.length === 4) {
    return { from: decodeAddress(first), to: decodeAddress(second), ...readValue(value) }
  }
  if (name === MINT && topics.length === 3) return { from: null, to: decodeAddress(first), ...readValue(value) }
  return null
}

/**
 * Topics and value of a whole ContractEvent, as a transaction's own record has it; null unless its contract is wanted.
 * Throws RangeError when it cannot be read.
 */
export function openEvent(
  base64: string,
  isWanted: (contract: string) => boolean,
): { readonly contract: string; readonly topics: readonly string[]; readonly value: string } | null {
  const { StrKey, xdr } = loadSdk()
  const event = decodeXdr(() => xdr.ContractEvent.fromXdr(base64, 'base64'))
  if (!event) throw new RangeError('not an event')
  const contract = event.contractId && StrKey.encodeContract(event.contractId.toBytes())
  if (!contract || !isWanted(contract) || event.type !== xdr.ContractEventType.contract) return null
  const { topics, data } = event.body.value
  return { contract, topics: topics.map((topic) => topic.toXdr('base64')), value: data.toXdr('base64') }
}

function decodeAddress(topic: string): string {
  const reader = new XdrReader(topic)
  if (reader.uint32() !== SC.address) throw new RangeError('not an address')
  const text = readAddress(reader)
  if (!reader.done) throw new RangeError('more than an address')
  return text
}

function readAddress(reader: XdrReader): string {
  const { StrKey } = loadSdk()
  const kind = reader.uint32()
  if (kind === 0 && reader.uint32() === 0) return StrKey.encodeEd25519PublicKey(reader.fixed(32))
  if (kind === 1) return StrKey.encodeContract(reader.fixed(32))
  // A claimable balance's id begins with a version of four bytes; the text form keeps one byte of it.
  if (kind === 3) return StrKey.encodeClaimableBalance(Buffer.concat([Buffer.of(reader.uint32()), reader.fixed(32)]))
  if (kind === 4) return StrKey.encodeLiquidityPool(reader.fixed(32))
  throw new RangeError('an address of a kind that moves nothing')
}

/** The amount, alone or with the payer's reference: a muxed account's id, or else the memo. */
function readValue(value: string): Pick<Moved, 'amount' | 'memo'> {
  const reader = new XdrReader(value)
  const kind = reader.uint32()
  if (kind === SC.i128) return { amount: readI128(reader), memo: null }
  if (kind !== SC.map || reader.uint32() !== 1) throw new RangeError('not an amount')
  let amount: bigint | null = null
  let memo: string | null = null
  for (let left = reader.uint32(); left > 0; left--) {
    if (reader.uint32() !== SC.symbol) throw new RangeError('not a name')
    const name = reader.variable().toString()
    if (name === 'amount' && reader.uint32() === SC.i128) amount = readI128(reader)
    else if (name === 'to_muxed_id') memo = readMemo(reader)
    else throw new RangeError('neither an amount nor a memo')
  }
  if (amount === null) throw new RangeError('no amount')
  return { amount, memo }
}

function readI128(reader: XdrReader): bigint {
  const [high, low] = [reader.int64(), reader.uint64()]
  return high === 0n ? low : (high << 64n) | low
}

function readMemo(reader: XdrReader): string | null {
  const kind = reader.uint32()
  if (kind === SC.u64) return reader.uint64().toString()
  if (kind === SC.string) return decodeTextMemo(reader.variable())
  if (kind === SC.bytes) return reader.variable().toString('hex')
  throw new RangeError('not a memo')
}

/** A memo's text; null if it is empty. A zero byte is replaced, because not every database can store it in a text. */
export function decodeTextMemo(bytes: Buffer): string | null {
  return bytes.length > 0 ? bytes.toString().replaceAll('\0', '\uFFFD') : null
}

/**
 * Reads XDR values (RFC 4506) from the front of some bytes. Throws RangeError past their end. Only events are read by
 * hand: a page has up to 1,000, and the SDK takes five times as long for each (9 µs and 47 µs).
 */
class XdrReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(base64: string) {
    this.#bytes = Buffer.from(base64, 'base64')
  }

  get done(): boolean {
    return this.#at === this.#bytes.length
  }

  uint32(): number {
    this.#at += 4
    return this.#bytes.readUInt32BE(this.#at - 4)
  }

  uint64(): bigint {
    this.#at += 8
    return this.#bytes.readBigUInt64BE(this.#at - 8)
  }

  int64(): bigint {
    return BigInt.asIntN(64, this.uint64())
  }

  fixed(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('the bytes end too early')
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  /** Length-prefixed bytes with padding. */
  variable(): Buffer {
    const length = this.uint32()
    return this.fixed(length + ((4 - (length % 4)) % 4)).subarray(0, length)
  }
}
