import type { Books, KeyWallets, NetworkStatus } from '@crypto-checkout/api-types'
import type { Network } from '../chains/network.ts'
import type { Coin } from '../domain/catalog/coins.ts'
import type { Environment } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import type { FeeBound, Moved } from '../domain/fee.ts'
import type { IdPrefix } from '../domain/id.ts'
import type { Owner } from '../domain/owner.ts'
import type { Rates } from '../domain/rate.ts'
import type { ExchangeHttp } from '../outbound/http-exchange.ts'
import type { SendMail } from '../outbound/mail.ts'
import type { PostOutcome, PostRequest } from '../outbound/post.ts'
import type { DatabaseClock, Db, ReadSnapshot, Transact, Tx } from '../storage/database.ts'
import type { ClaimableCache, FeedCache, FullWallets, KeyUses, PendingMerchants } from './caches.ts'
import type { Downloads } from './downloads.ts'
import type { EventFeeds } from './event-feeds.ts'
import type { Observer } from './observer.ts'
import type { RequestLog } from './request-log.ts'
import type { WaitingPages } from './waiting-pages.ts'

/** The environment of every verb: the database, the clock, the ids, and the checkout's settings. */
export type Context = {
  readonly db: Db
  readonly readSnapshot: ReadSnapshot
  readonly transact: Transact
  /** This process among those that share the database; null if it has the database for itself. */
  readonly node: { readonly id: string; readonly clock: DatabaseClock } | null
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  /** Milliseconds on a monotonic clock. */
  readonly elapsed: () => number
  /** Waits, by the machine's clock. */
  readonly pause: (ms: number) => Promise<void>
  readonly newId: (prefix: IdPrefix) => string
  /** An integer from 0 to `below` - 1, unpredictable. */
  readonly random: (below: number) => number
  readonly settings: Settings
  readonly network: (environment: Environment, name: string) => Network | null
  readonly networks: readonly Network[]
  /**
   * The rates that price a payment now. Throws `unsupported_asset` for a coin that is off its peg,
   * `unsupported_currency` for a currency without a rate, and `not_ready` before the first reading of a rate.
   */
  readonly quote: (network: Network, coin: string, currency: string) => Rates
  /** The most that a transaction may cost by the value of the coins that it moves; null without such a bound. */
  readonly boundFee: (network: Network, moved: Moved) => FeeBound | null
  readonly feeds: FeedCache
  readonly claimables: ClaimableCache
  readonly fullWallets: FullWallets
  /** Milliseconds since a network was last read, or since the start if it never was. */
  readonly unreadFor: (network: Network) => number
  /** Tells whether the last reading of a network failed. */
  readonly failsToRead: (network: Network) => boolean
  /** Tells whether nothing becomes final on a network at present: too few nodes answer, or the network stalls. */
  readonly isDelayed: (network: Network) => boolean
  /** Tells whether a network was read since this process started. */
  readonly wasRead: (network: Network) => boolean
  /** Describes the networks of an environment. The given context reads the database. */
  readonly describeNetworks: (ctx: Context, livemode: boolean) => Promise<NetworkStatus[]>
  /** Reads the differences in a merchant's books that the last check found. */
  readonly readBooks: (owner: Owner) => Books
  /** Makes the watcher of a network, if there is one, read soon. */
  readonly wake: (network: Network) => void
  readonly observer: Observer
  /** Merchants with events that may have no deliveries yet. */
  readonly pendingMerchants: PendingMerchants
  readonly keyUses: KeyUses
  readonly requestLog: RequestLog
  /** Downloads that are under way. */
  readonly downloads: Downloads
  readonly eventFeeds: EventFeeds
  /** The open pages that wait for a change of their payment. */
  readonly waitingPages: WaitingPages
  /** Posts to a URL that a merchant chose, if its address may be reached. */
  readonly post: (livemode: boolean, request: PostRequest) => Promise<PostOutcome>
  /** Sends a request to a service that the operator chose. */
  readonly exchange: ExchangeHttp
  /** Sends an e-mail; null without a mail server. */
  readonly mail: SendMail | null
  /** Finds the reason for which a URL may not get events, as a text for the merchant; null if it may. */
  readonly webhookUrlProblem: (livemode: boolean, url: string) => string | null
  /** Finds the reason not to offer a coin: its contract is not what is configured. */
  readonly coinTrouble: (network: Network, coin: Coin) => string | null
  /** Pays from a local network's faucet account; null outside local networks. */
  readonly testPayer: TestPayer | null
}

/**
 * Runs work on one snapshot of the database, so its answer does not mix two states. The work cannot write, and must
 * wait only for the database. Nested work shares the snapshot.
 */
export function runOnSnapshot<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  return ctx.readSnapshot((db) => work({ ...ctx, db, readSnapshot: (read) => read(db), transact: refuseToWrite }))
}

const refuseToWrite: Transact = async () => {
  throw new Error('a snapshot is only read: write before it or after it')
}

/** The chains of an environment. */
export function listChainIds(ctx: Pick<Context, 'networks'>, environment: Environment): string[] {
  return ctx.networks.filter((network) => network.environment === environment).map((network) => network.chain.id)
}

type Settings = {
  /** The checkout's public URL, mount path included, without a slash at the end. */
  readonly publicUrl: string
  readonly latePayments: 'review' | 'accept'
  /** In millionths of the amount due. */
  readonly tolerancePpm: number
  /** In millionths of a coin. A smaller transfer raises no event by itself. */
  readonly minTransfer: bigint
  /** The time for which events and ended deliveries are kept. */
  readonly retentionMs: number
  /** The time for which the pages of payments and refunds can be opened after these ended. */
  readonly pageMs: number
  /** Requests in any 60 seconds. */
  readonly plans: Readonly<Record<string, number>>
  /** Payments of one price that a merchant may hold open on one wallet, by plan. */
  readonly openPaymentsPerPrice: Readonly<Record<string, number>>
  /** Payments that a merchant may have open in an environment, by plan. */
  readonly openPayments: Readonly<Record<string, number>>
  /** Bytes that metadata and URLs of a merchant's payments may take in an environment, by plan. */
  readonly textBytes: Readonly<Record<string, number>>
  /** `on` if payers may name transactions by hand, and prove that they sent them. */
  readonly claims: 'on' | 'off'
  readonly frameAncestors: readonly string[]
  readonly walletConnectProjectId: string | null
  /** The address for reports of weaknesses: a URI. */
  readonly securityContact: string | undefined
  /** True if users can sign in, and sessions stand in for keys. */
  readonly dashboard: boolean
  /** True if the reference of the API is served. */
  readonly docs: boolean
  /** True if e-mails are sent: by this process, or by the server beside this command. */
  readonly hasMailServer: boolean
  readonly passwordCost: PasswordCost
}

/** The cost of hashing a password by scrypt: 2^ln × r × 128 bytes, p times. */
export type PasswordCost = { readonly ln: number; readonly r: number; readonly p: number }

/**
 * The author of a change: a key's id, a user's id, the command line, the host process, a payer's page, or a caller without
 * keys.
 */
export type Actor = `key_${string}` | `usr_${string}` | 'command_line' | 'in_process' | 'payment_page' | 'anonymous'

/** The merchant that a verb works for, and how its change becomes durable. */
export type Caller = {
  readonly merchantId: string
  readonly livemode: boolean
  /** The author, for the record of changes. */
  readonly by: Actor
  /** The author's request; null if there is none. */
  readonly request: { readonly id: string; readonly address: string } | null
  /** The author's rights; null for all. */
  readonly scopes: readonly string[] | null
  /** The wallets that a key may have payments paid to. Default: any. */
  readonly wallets?: KeyWallets
  /** The author is a user who has not shown a password or passkey lately. */
  readonly isStale?: boolean
  /** For answers that last: whether the author still may get them. */
  readonly mayContinue?: () => Promise<boolean>
  readonly commit: Commit
  /**
   * Stores the answer of a change that is written together with those of other requests. Undefined if the caller's changes
   * need a transaction of their own.
   */
  readonly keep?: ((tx: Tx, answer: unknown) => Promise<void>) | undefined
}

/** The ways in which the changes of a caller become durable. */
export type Committing = Pick<Caller, 'commit' | 'keep'>

/** A transaction that also stores the answer for the request's Idempotency-Key. Its value is the answer. */
type Commit = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Throws `reauthentication_required` for a user who has not shown a password or passkey lately. */
export function requireRecentAuthentication({ isStale = false }: Pick<Caller, 'isStale'>): void {
  if (!isStale) return
  throw new CheckoutError('reauthentication_required', 'Show your password or passkey again, then repeat the request.')
}

/** For work without an Idempotency-Key. */
export function commitPlainly({ transact }: Pick<Context, 'transact'>): Committing {
  return { commit: transact, keep: async () => {} }
}

export type TestTransfer = {
  readonly network: string
  readonly cryptocurrency: string
  readonly to: string
  /** Millionths of a coin */
  readonly amount: bigint
  readonly token?: 'genuine' | 'counterfeit'
  /** Only for networks with memos. None by default. */
  readonly memo?: string
}

/** Makes real transfers on a local development network. */
export type TestPayer = {
  /** The account that its transfers on EVM networks come from. Money that it sends to itself is no income. */
  readonly account?: string
  /** Returns the transaction's hash once the node has it. */
  send(transfer: TestTransfer): Promise<string>
  /**
   * Sends a transfer that a reorganisation removes once `seen` has resolved. Until then it does not become final.
   * Returns the hash of the removed transaction. Throws what `seen` throws; then the transfer stays.
   */
  sendAndTakeBack(transfer: TestTransfer, seen: (hash: string) => Promise<void>): Promise<string>
}
