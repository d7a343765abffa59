import { toRecord } from '@crypto-checkout/api-types'
import type { xdr } from '@stellar/stellar-sdk/base'
import { assignOrdinals } from '../../domain/attribution.ts'
import type { BlockRef, ObservedTransfer, Recipients } from '../chain.ts'
import type { Rpc } from '../rpc.ts'
import { parseText } from './fields.ts'
import type { StellarAsset } from './identifiers.ts'

/** Stellar RPC's methods take named parameters. */
export type StellarRpc = Rpc<object>

/** The result of reading some ledgers. */
export type Page = {
  readonly newest: BlockRef
  /** The transfers are complete up to this ledger. Null when the newest ledger is too far away to read at once. */
  readonly reached: BlockRef | null
  readonly transfers: readonly ObservedTransfer[]
}

/** Up to the newest ledger when `to` is null; otherwise both ends are included. */
export type LedgerRange = { readonly from: number; readonly to: number | null }

/** An account's holding of an asset, in the asset's own integer. */
export type Holding = {
  readonly balance: bigint
  readonly limit: bigint
  readonly authorized: boolean
  /** The part of the balance that is not promised to offers. */
  readonly spendable: bigint
}

/** An account as it is now; `holding` is null if it has no trustline. */
export type Account = {
  /** Of its last transaction. */
  readonly sequence: bigint
  readonly holding: Holding | null
  /** The ledger of its last change, or a later one. If the node does not tell, a number above every ledger. */
  readonly changedIn: number
  /** True if payments to it need a memo (SEP-29). */
  readonly wantsMemo: boolean
  /** True if the account's own key alone may sign its payments: its weight reaches the medium threshold. */
  readonly ownKeyPays: boolean
}

/** The data entry by which an account requires a memo (SEP-29). */
export const MEMO_REQUIRED = { name: 'config.memo_required', value: Buffer.from('1') }

/** A key of weight 0 signs nothing, whatever the threshold. */
export function mayPay(weight: number, mediumThreshold: number): boolean {
  return weight > 0 && weight >= mediumThreshold
}

/** A node's answer to a transaction: null if it accepts it, else Stellar's result code. */
export type Submission = { readonly refusedAs: string | null }

export type ClaimableLists = {
  /** The balances of a token that an account (G...) may claim now or later, the newest first. */
  of(
    account: string,
    token: string,
  ): Promise<
    readonly {
      /** Hexadecimal. */
      readonly id: string
      readonly rawAmount: bigint
      /** `now` in milliseconds. */
      readonly mayBeClaimed: (now: number) => boolean
    }[]
  >
  /** The transaction that created a claimable balance. */
  origin(id: string): Promise<{ readonly txHash: string; readonly memo: string | null }>
}

/** A way to get an amount of a coin for another asset. A null asset is XLM. */
export type PaymentPath = {
  readonly asset: StellarAsset | null
  /** The current cost, which the account can pay. */
  readonly cost: bigint
  readonly spendable: bigint
  readonly path: readonly (StellarAsset | null)[]
}

/** The cheapest way for each other asset of which an account (G...) has enough. Empty when there is no such account. */
export type FindPaymentPaths = (account: string, token: string, rawAmount: bigint) => Promise<readonly PaymentPath[]>

/** An event of a contract; topics and value in XDR. */
export type CallEvent = { readonly contract: string; readonly topics: readonly string[]; readonly value: string }

export type Simulated = {
  readonly newest: number
  readonly data: xdr.SorobanTransactionData
  readonly events: readonly CallEvent[]
}

/** In stroops. */
type FeeAccount = { readonly sequence: bigint; readonly available: bigint }

/** Contract calls, and the account that pays for them. */
export type ContractCalls = {
  /** Runs a call with its signed authorizations; why it fails, or what it does. */
  simulate(envelope: string): Promise<Simulated | { readonly error: string }>
  /** Null when there is no such account. */
  feeAccount(address: string): Promise<FeeAccount | null>
  /** The inclusion fee that most calls paid lately. */
  callFee(): Promise<number>
}

/** A node's answers that the reader needs, whatever its back end. Throws NodeError for every fault of the node. */
export type StellarNode = {
  newest(): Promise<BlockRef>
  /** The oldest ledger that the node still has. */
  oldest(): Promise<number>
  /** Null when the node does not have it. */
  ledger(number: number): Promise<BlockRef | null>
  /**
   * Transfers of the configured assets to these recipients. NodeError `pruned` if the node no longer has the ledgers.
   */
  read(range: LedgerRange, recipients: Recipients): Promise<Page>
  /**
   * The transfers of the configured assets in a transaction, by its own record. Empty if it failed or does not exist.
   * Null if the node no longer keeps the ledger.
   */
  transaction(hash: string, ledger: number): Promise<readonly ObservedTransfer[] | null>
  /** Null when there is no such account. With a null token its holdings are not read. */
  account(address: string, token: string | null): Promise<Account | null>
  /** The fee that most transactions paid for an operation lately, in stroops. */
  fee(): Promise<number>
  submit(envelope: string): Promise<Submission>
  /** Null if the back end cannot find them by claimant. */
  readonly claimables: ClaimableLists | null
  /** Null if the back end does not know the exchange's offers. */
  readonly findPaymentPaths: FindPaymentPaths | null
  /** Null if the back end cannot try out contract calls. */
  readonly calls: ContractCalls | null
  malformedLogs(): number
}

/**
 * Anything further behind the newest ledger, about 25 minutes on the public network, is read apart from new ledgers.
 */
export const MAX_READ_LEDGERS = 256

/** A transfer before it gets its index among equal ones. */
export type Movement = Omit<ObservedTransfer, 'ordinal' | 'blockHash'>

/**
 * A ledger as a block. Readings have no hash for it, and need none: a network closes each number once. The time tells
 * it apart if a local network has started over.
 */
export function toBlockRef(number: number, time: number): BlockRef {
  return { number, hash: makeHash(number, time), parentHash: '', time }
}

function makeHash(number: number, time: number): string {
  return `${number}@${Math.floor(time / 1_000)}`
}

/**
 * Turns the movements of whole ledgers into transfers, in their order. Among equal ones, those with a memo get the
 * first indexes: back ends differ about trades, which have none.
 */
export function toTransfers(movements: readonly Movement[]): ObservedTransfer[] {
  const counted = assignOrdinals(
    movements.toSorted((a, b) => Number(a.memo === null) - Number(b.memo === null) || inOrder(a, b)),
  )
  return counted.map((one) => ({ ...one, blockHash: makeHash(one.blockNumber, one.blockTime) })).sort(inOrder)
}

function inOrder(a: Movement, b: Movement): number {
  return a.blockNumber - b.blockNumber || a.logIndex - b.logIndex
}

/** The ledger of an operation's id (TOID), and its index in the ledger. */
export function decodeToid(toid: bigint): { readonly ledger: number; readonly index: number } {
  return { ledger: Number(toid >> 32n), index: Number(toid & 0xffff_ffffn) }
}

/** Bounds of the fee for an operation, in stroops: the network's minimum, and 0.01 XLM. */
export const FEE = { least: 100, most: 100_000 } as const

/** The fee that 95 of 100 transactions did not exceed, within these bounds. The minimum if the node does not tell. */
export function chooseFee(distribution: unknown): number {
  const { p95 } = toRecord(distribution)
  const told = /^\d{1,10}$/.test(parseText(p95)) ? Number(p95) : FEE.least
  return Math.min(Math.max(told, FEE.least), FEE.most)
}
