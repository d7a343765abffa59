import type { Transaction, xdr } from '@stellar/stellar-sdk/base'
import { parseStellarAddress, type StellarAsset, toSdkAsset } from './identifiers.ts'
import { decodeXdr, loadSdk } from './sdk.ts'

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

/** The parts of a signed transaction that the payer's side decides. */
export type Signed = Pick<PaymentTransaction, 'account' | 'fee' | 'until'> & {
  /** True if the payer gives another asset. */
  readonly isExchange: boolean
  /** With its signatures. */
  readonly transaction: Transaction
}

type Given = Pick<xdr.PathPaymentStrictReceiveOp, 'sendAsset' | 'sendMax' | 'path'>
type Paid = Pick<PaymentTransaction, 'destination' | 'asset' | 'amount' | 'memo'>

/** Builds a transaction with a payment as its only operation. */
export function buildTransaction(payment: PaymentTransaction, networkPassphrase: string): Transaction {
  const { exchange } = payment
  const given = exchange && {
    sendAsset: toSdkAsset(exchange.asset).toXdrObject(),
    sendMax: exchange.max,
    path: exchange.path.map((asset) => toSdkAsset(asset).toXdrObject()),
  }
  return build(payment, given, networkPassphrase)
}

type Head = Pick<PaymentTransaction, 'account' | 'fee' | 'sequence' | 'until'>

function build({ account, fee, sequence, until, memo, ...paid }: Head & Paid, given: Given | null, passphrase: string) {
  const { Account, Memo, TransactionBuilder } = loadSdk()
  return new TransactionBuilder(new Account(account, String(sequence - 1n)), {
    fee: String(fee),
    networkPassphrase: passphrase,
    memo: memo === null ? Memo.none() : Memo.text(memo),
    timebounds: { minTime: 0, maxTime: String(until) },
  })
    .addOperation(buildOperation(paid, given))
    .build()
}

/** Amounts stay integers: the SDK's own functions for operations take them as text with a decimal point. */
function buildOperation({ destination, asset, amount }: Omit<Paid, 'memo'>, given: Given | null): xdr.Operation {
  const { Keypair, xdr } = loadSdk()
  const to = Keypair.fromPublicKey(destination).xdrMuxedAccount()
  const sent = toSdkAsset(asset).toXdrObject()
  const body = given
    ? xdr.OperationBody.pathPaymentStrictReceive(
        new xdr.PathPaymentStrictReceiveOp({ ...given, destination: to, destAsset: sent, destAmount: amount }),
      )
    : xdr.OperationBody.payment(new xdr.PaymentOp({ destination: to, asset: sent, amount }))
  return new xdr.Operation({ sourceAccount: null, body })
}

/**
 * Decodes a signed envelope. Null unless its transaction is, byte by byte, the one built from `expected` and the
 * payer's own fields. So nothing in an envelope is overlooked, whatever else one may contain.
 */
export function readSigned(base64: string, expected: Paid, networkPassphrase: string): Signed | null {
  const { Transaction } = loadSdk()
  const transaction = decodeXdr(() => new Transaction(base64, networkPassphrase))
  const head = transaction && readHead(transaction)
  if (!head) return null
  const built = build({ ...expected, ...head }, head.given, networkPassphrase)
  if (!built.tx.equals(transaction.tx)) return null
  const { account, fee, until, given } = head
  return { account, fee, until, isExchange: given !== null, transaction }
}

/** Null for a transaction that is never built here. */
function readHead({ source, fee, sequence, timeBounds, tx }: Transaction): (Head & { given: Given | null }) | null {
  const account = parseStellarAddress(source)
  const body = tx.operations[0]?.body
  if (!account || !timeBounds || !body || BigInt(sequence) < 1n) return null
  const given = body.type === 'pathPaymentStrictReceive' ? body.value : null
  return { account, fee: Number(fee), sequence: BigInt(sequence), until: BigInt(timeBounds.maxTime), given }
}

/** Tells whether the account's own key has signed, once. The network checks any other signatures. */
export function isSigned({ account, transaction }: Signed): boolean {
  const key = loadSdk().Keypair.fromPublicKey(account)
  const own = transaction.signatures.filter(({ hint }) => Buffer.compare(hint.toBytes(), key.signatureHint()) === 0)
  const [signature] = own
  return own.length === 1 && signature !== undefined && key.verify(transaction.hash(), signature.signature)
}
