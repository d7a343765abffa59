import type { BlockRef, ObservedTransfer, Recipients } from '../chain.ts'
import type { StellarAsset } from './asset.ts'

/** What was read of some ledgers. */
export type Page = {
  readonly newest: BlockRef
  /** All transfers up to this ledger are here. Null when the newest is too far away to read up to it at once. */
  readonly reached: BlockRef | null
  readonly transfers: readonly ObservedTransfer[]
}

/** Up to the newest ledger when `to` is null; else both ends included. */
export type LedgerRange = { readonly from: number; readonly to: number | null }

/** What an account has of an asset, in the asset's own integer. */
export type Holding = {
  readonly balance: bigint
  readonly limit: bigint
  readonly authorized: boolean
  /** Of the balance, what is not promised to offers. */
  readonly spendable: bigint
}

/** An account as it is now; `holding` is null where it has no trustline. */
export type Account = {
  /** Of its last transaction. */
  readonly sequence: bigint
  readonly holding: Holding | null
  /** The ledger in which it was changed last, at the latest; beyond all there will be where the node does not tell. */
  readonly changedIn: number
  /** Whether it asks whoever pays it for a memo (SEP-29). */
  readonly wantsMemo: boolean
}

/** What an account has among its data to say that it wants a memo (SEP-29). */
export const MEMO_REQUIRED = { name: 'config.memo_required', value: Buffer.from('1') }

/** What a node says to a transaction: that it takes it, or by which of Stellar's result codes it does not. */
export type Submission = { readonly refusedAs: string | null }

export type ClaimableLists = {
  /** What an account (G...) may claim of a token some day, the newest first. */
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
  /** The transaction that made a claimable balance. */
  origin(id: string): Promise<{ readonly txHash: string; readonly memo: string | null }>
}

/** A way to get an amount of a coin for another asset. An asset that is null is XLM. */
export type Way = {
  readonly asset: StellarAsset | null
  /** What it takes now, which the account has. */
  readonly cost: bigint
  readonly spendable: bigint
  readonly path: readonly (StellarAsset | null)[]
}

/** The cheapest way for each other asset that an account (G...) has enough of; none where there is no such account. */
export type FindWays = (account: string, token: string, rawAmount: bigint) => Promise<readonly Way[]>

/** What the reading needs of a node, whatever its back end. Throws NodeError for what is the node's fault. */
export type StellarNode = {
  newest(): Promise<BlockRef>
  /** The oldest ledger that it still has. */
  oldest(): Promise<number>
  /** Null when the node does not have it. */
  ledger(number: number): Promise<BlockRef | null>
  /** Transfers of the configured assets to these recipients. A NodeError of kind `pruned` where the ledgers are too old for it. */
  read(range: LedgerRange, recipients: Recipients): Promise<Page>
  /**
   * What a transaction moves of the configured assets, by its own record: nothing where it failed, or where there is none
   * such. Null where the ledger in which it would be is no longer kept.
   */
  transaction(hash: string, ledger: number): Promise<readonly ObservedTransfer[] | null>
  /** Null when there is no such account. */
  account(address: string, token: string): Promise<Account | null>
  /** What most transactions paid for an operation lately, in stroops. */
  fee(): Promise<number>
  submit(envelope: string): Promise<Submission>
  /** Null where the back end cannot look them up by who may claim them. */
  readonly claimables: ClaimableLists | null
  /** Null where the back end does not know the exchange's offers. */
  readonly ways: FindWays | null
  malformedLogs(): number
}

/** What lies further behind the newest ledger, some 25 minutes on the public network, is read beside what is new. */
export const MAX_READ_LEDGERS = 256
