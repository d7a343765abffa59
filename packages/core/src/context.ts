import type { Coin } from './catalog/coins.ts'
import type { Environment } from './catalog/environments.ts'
import type { NetworkName } from './catalog/networks.ts'
import type { Network } from './chains/network.ts'
import type { TestPayer } from './chains/test-payer.ts'
import type { IdPrefix } from './domain/id.ts'
import type { Rates } from './domain/price.ts'
import type { FeeBound, Moved } from './domain/worth.ts'
import type { News } from './events/news.ts'
import type { ClaimableBoard } from './networks/claimables.ts'
import type { FeedBoard } from './networks/feeds.ts'
import type { Observer } from './observer.ts'
import type { PostOutcome, PostRequest } from './outbound/post.ts'
import type { FullWallets } from './payments/full-wallets.ts'
import type { Db, ReadSnapshot, Transact, Tx } from './storage/database.ts'
import type { DatabaseClock } from './storage/lease.ts'

/** What every verb works with: the database, the clock, the ids, and how this checkout is set up. */
export type Context = {
  readonly db: Db
  readonly readSnapshot: ReadSnapshot
  readonly transact: Transact
  /** This process among those that share the database; null where it has it for itself. */
  readonly node: { readonly id: string; readonly clock: DatabaseClock } | null
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  /** Milliseconds on a clock that never goes back. */
  readonly elapsed: () => number
  /** Waits, by the machine's clock. */
  readonly pause: (ms: number) => Promise<void>
  readonly newId: (prefix: IdPrefix) => string
  /** An integer from 0 to `below` - 1, unpredictable. */
  readonly random: (below: number) => number
  readonly settings: Settings
  readonly network: (environment: Environment, name: NetworkName) => Network | null
  readonly networks: readonly Network[]
  /**
   * What a payment is priced with now. Throws `unsupported_asset` for a coin that is off its peg,
   * `unsupported_currency` for a currency without a rate, and `not_ready` before the first reading of a rate.
   */
  readonly quote: (network: Network, coin: string, currency: string) => Rates
  /** What a transaction may cost by the worth of what it moves; null without such a bound. */
  readonly boundFee: (network: Network, moved: Moved) => FeeBound | null
  readonly feeds: FeedBoard
  readonly claimables: ClaimableBoard
  readonly fullWallets: FullWallets
  /** Milliseconds since a network was last read; counts from the start while it never was. */
  readonly unreadFor: (network: Network) => number
  /** Whether nothing becomes final on a network at present, because too few nodes answer or the network stalls. */
  readonly isDelayed: (network: Network) => boolean
  /** Whether a network was read since this process started. */
  readonly wasRead: (network: Network) => boolean
  /** Lets a network be read soon, where it is watched. */
  readonly wake: (network: Network) => void
  readonly observer: Observer
  /** Who got events that may have no deliveries yet. */
  readonly news: News
  /** Posts to a URL that a merchant chose, if its address may be reached. */
  readonly post: (livemode: boolean, request: PostRequest) => Promise<PostOutcome>
  /** Why a URL may not be told of events, in words for the merchant; null where nothing is wrong. */
  readonly webhookUrlProblem: (livemode: boolean, url: string) => string | null
  /** Why a coin must not be offered: its contract is not what is configured. */
  readonly coinTrouble: (network: Network, coin: Coin) => string | null
  /** Pays from a local network's purse; null outside local networks. */
  readonly testPayer: TestPayer | null
}

/**
 * Runs work whose reads all see the database at one moment, so that its answer mixes no two states. The work cannot
 * write, and must wait for nothing but the database. Work inside such work shares its snapshot.
 */
export function withSnapshot<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  return ctx.readSnapshot((db) => work({ ...ctx, db, readSnapshot: (read) => read(db), transact: refuseToWrite }))
}

const refuseToWrite: Transact = async () => {
  throw new Error('a snapshot is only read: write before it or after it')
}

/** The chains of an environment. */
export function chainsOf(ctx: Pick<Context, 'networks'>, environment: Environment): string[] {
  return ctx.networks.filter((network) => network.environment === environment).map((network) => network.chain.id)
}

type Settings = {
  /** Where the checkout is reached, mount path included, without a slash at the end. */
  readonly publicUrl: string
  readonly latePayments: 'review' | 'accept'
  /** In millionths of the amount due. */
  readonly tolerancePpm: number
  /** In millionths of a coin: what is less makes no event by itself. */
  readonly minTransfer: bigint
  /** How long events and ended deliveries are kept. */
  readonly retentionMs: number
  /** Requests in any 60 seconds. */
  readonly plans: Readonly<Record<string, number>>
  /** Payments of one price that a merchant may hold open on one wallet, by plan. */
  readonly openPaymentsPerPrice: Readonly<Record<string, number>>
  /** Payments that a merchant may have open in an environment, by plan. */
  readonly openPayments: Readonly<Record<string, number>>
  /** Bytes that metadata and URLs of a merchant's payments may take in an environment, by plan. */
  readonly textBytes: Readonly<Record<string, number>>
  readonly frameAncestors: readonly string[]
  readonly walletConnectProjectId: string | null
}

/** A key's id; the command line; the process that the checkout is part of; a payer's page. */
export type Actor = `key_${string}` | 'command_line' | 'in_process' | 'payment_page'

/** On whose behalf a verb works, and how its change becomes durable. */
export type Caller = {
  readonly merchantId: string
  readonly livemode: boolean
  /** Who asks, for the record of changes. */
  readonly by: Actor
  readonly commit: Commit
}

/**
 * A transaction that also keeps the answer for the request's Idempotency-Key. Its value is the answer; work that knows
 * it before all else is written may have it kept beside its last writes.
 */
export type Commit = <T>(work: (tx: Tx, keep: (answer: T) => Promise<void>) => Promise<T>) => Promise<T>

/** Where there is no key to keep an answer for. */
export function plainCommit({ transact }: Pick<Context, 'transact'>): Commit {
  return (work) => transact((tx) => work(tx, async () => {}))
}
