import { hash, verify } from 'node:crypto'
import { readAccountKey } from './account-key.ts'
import { assetXdr, networkIdOf, readAsset, type StellarAsset } from './asset.ts'
import { decodeStrKey, encodeStrKey } from './strkey.ts'
import { accountXdr, uint32, uint64, variable, XdrReader } from './xdr.ts'

/** The exchange of another asset for a coin on the network's exchange. A null asset is XLM. */
export type Exchange = {
  readonly asset: StellarAsset | null
  readonly max: bigint
  /** The assets between this one and the coin, at most five. */
  readonly path: readonly (StellarAsset | null)[]
}

/** One payment from one account, and nothing else. */
export type PaymentTransaction = {
  /** G... */
  readonly account: string
  /** In stroops. */
  readonly fee: number
  readonly sequence: bigint
  /** In seconds. No ledger accepts it later. */
  readonly until: bigint
  /** No memo if null. */
  readonly memo: string | null
  /** G... */
  readonly destination: string
  readonly asset: StellarAsset
  readonly amount: bigint
  /** Null when the payer sends the asset itself. */
  readonly exchange: Exchange | null
}

type Signature = { readonly hint: Buffer; readonly bytes: Buffer }

/** The fields that the payer's side decides, and the signatures. */
export type Signed = Pick<PaymentTransaction, 'account' | 'fee' | 'sequence' | 'until' | 'exchange'> & {
  readonly signatures: readonly Signature[]
}

const ENVELOPE_TYPE_TX = 2
const PRECOND_TIME = 1
const MEMO_NONE = 0
const MEMO_TEXT = 1
const PAYMENT = 1
const PATH_PAYMENT_STRICT_RECEIVE = 2
const MAX_PATH = 5
const NONE = uint32(0)
const MAX_SIGNATURES = 20
const MAX_SIGNATURE_BYTES = 64
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The XDR of a transaction with a payment as its only operation. */
export function transactionXdr(payment: PaymentTransaction): Buffer {
  return Buffer.concat([
    muxedXdr(payment.account),
    uint32(payment.fee),
    uint64(payment.sequence),
    uint32(PRECOND_TIME),
    uint64(0n),
    uint64(payment.until),
    ...(payment.memo === null ? [uint32(MEMO_NONE)] : [uint32(MEMO_TEXT), variable(Buffer.from(payment.memo))]),
    uint32(1),
    NONE,
    ...operationXdr(payment),
    NONE,
  ])
}

function operationXdr({ destination, asset, amount, exchange }: PaymentTransaction): Buffer[] {
  const paid = [muxedXdr(destination), assetXdr(asset), uint64(amount)]
  if (!exchange) return [uint32(PAYMENT), ...paid]
  const given = [assetXdr(exchange.asset), uint64(exchange.max)]
  return [
    uint32(PATH_PAYMENT_STRICT_RECEIVE),
    ...given,
    ...paid,
    uint32(exchange.path.length),
    ...exchange.path.map(assetXdr),
  ]
}

/** A muxed account without an id is encoded like an account. */
function muxedXdr(account: string): Buffer {
  const key = decodeStrKey('G', account)
  if (!key) throw new RangeError(`not an account: ${account}`)
  return accountXdr(key)
}

/** In the form that wallets and nodes take. */
export function envelopeXdr(transaction: Buffer, signatures: readonly Signature[] = []): string {
  const signed = signatures.flatMap(({ hint, bytes }) => [hint, variable(bytes)])
  return Buffer.concat([uint32(ENVELOPE_TYPE_TX), transaction, uint32(signatures.length), ...signed]).toString('base64')
}

/** The hash to sign, which is also the transaction's id on the network. */
export function hashOf(transaction: Buffer, networkPassphrase: string): Buffer {
  const payload = Buffer.concat([networkIdOf(networkPassphrase), uint32(ENVELOPE_TYPE_TX), transaction])
  return hash('sha256', payload, 'buffer')
}

/**
 * Decodes a signed envelope. Null unless it equals, byte by byte, the transaction built from `expected` and the payer's
 * own fields. So nothing in an envelope is overlooked, whatever else one may contain.
 */
export function readSigned(
  xdr: string,
  expected: Omit<PaymentTransaction, keyof Signed>,
): (Signed & { readonly transaction: Buffer }) | null {
  if (!BASE64.test(xdr)) return null
  try {
    const reader = new XdrReader(xdr)
    if (reader.uint32() !== ENVELOPE_TYPE_TX) return null
    const head = readHead(new XdrReader(xdr))
    const transaction = transactionXdr({ ...expected, ...head })
    if (!reader.fixed(transaction.length).equals(transaction)) return null
    const signatures = readSignatures(reader)
    return reader.done ? { ...head, signatures, transaction } : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function readHead(reader: XdrReader): Omit<Signed, 'signatures'> {
  const TYPES_BYTES = 4 + 4
  reader.fixed(TYPES_BYTES)
  const account = encodeStrKey('G', reader.fixed(32))
  const [fee, sequence] = [reader.uint32(), reader.uint64()]
  const CONDITION_BYTES = 4 + 8
  reader.fixed(CONDITION_BYTES)
  const until = reader.uint64()
  if (reader.uint32() !== MEMO_NONE) reader.variable()
  const COUNT_AND_SOURCE_BYTES = 4 + 4
  reader.fixed(COUNT_AND_SOURCE_BYTES)
  return { account, fee, sequence, until, exchange: readExchange(reader) }
}

function readExchange(reader: XdrReader): Exchange | null {
  if (reader.uint32() !== PATH_PAYMENT_STRICT_RECEIVE) return null
  const [asset, max] = [readAsset(reader), reader.uint64()]
  const DESTINATION_BYTES = 4 + 32
  const AMOUNT_BYTES = 8
  reader.fixed(DESTINATION_BYTES)
  readAsset(reader)
  reader.fixed(AMOUNT_BYTES)
  const length = reader.uint32()
  if (length > MAX_PATH) throw new RangeError('too long a path')
  return { asset, max, path: Array.from({ length }, () => readAsset(reader)) }
}

function readSignatures(reader: XdrReader): Signature[] {
  const count = reader.uint32()
  if (count > MAX_SIGNATURES) throw new RangeError('too many signatures')
  return Array.from({ length: count }, () => {
    const hint = reader.fixed(4)
    const bytes = reader.variable()
    if (bytes.length > MAX_SIGNATURE_BYTES) throw new RangeError('too long a signature')
    return { hint, bytes }
  })
}

/** Whether the account's own key has signed. The network checks any other signatures. */
export function isSigned({ account, signatures }: Signed, hash: Buffer): boolean {
  const key = decodeStrKey('G', account)
  const own = signatures.filter(({ hint }) => key?.subarray(-4).equals(hint))
  const publicKey = readAccountKey(account)
  if (!publicKey || own.length === 0) return false
  return own.every(({ bytes }) => verify(null, hash, publicKey, bytes))
}
