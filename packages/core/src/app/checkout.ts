import type { EventOf, EventType, Operations } from '@crypto-checkout/api-types'
import type { FeedState } from '../context/caches.ts'
import { type Caller, type Context, commitPlainly, type PasswordCost, type TestPayer } from '../context/context.ts'
import { type Observer, silentObserver } from '../context/observer.ts'
import { ensureRootSecret } from '../context/secrets/derive-key.ts'
import { cacheAnswer } from '../domain/cache.ts'
import { printable } from '../domain/text.ts'
import type { Handler } from '../events/listen.ts'
import type { ApiRequest, ApiResponse, Asset } from '../http/exchange.ts'
import { ensureFirstMerchant, requireMerchant } from '../merchants/merchant.ts'
import { createNetworkHealth, type NetworkHealth } from '../networks/health.ts'
import { ensureReceiptKeys } from '../receipts/keys.ts'
import type { Storage } from '../storage/database.ts'
import type { Migrations } from '../storage/migrate.ts'
import { openStorage } from '../storage/open.ts'
import { recordRefundKeys } from '../transactions/sending-key-store.ts'
import type { KeyBalanceCache } from '../workers/network-readings.ts'
import { type BooksState, createReconciliation } from '../workers/reconcile.ts'
import { Background } from './background.ts'
import { checkHostOptions, checkListener, hostOptionNames, requireNetwork, requirePublicUrl } from './check-options.ts'
import { type CheckoutConfig, parseConfig } from './config.ts'
import { openContext, realWorld, type World } from './context.ts'
import { type Diagnosis, examineCheckout } from './doctor.ts'
import { createHandler, getBodyLimit } from './handler.ts'
import { createSep7Signer, createStellarToml, openMailer } from './keys.ts'
import { createListeners, type Listeners } from './listeners.ts'
import { listNetworkStates, type NetworkState } from './network-states.ts'
import { type Connections, openNetworks, overHttp } from './networks.ts'
import { observeConnections, observeRequests, observeStorage } from './observed.ts'
import { createOperations } from './operations.ts'
import { createReadiness, watchSpace } from './readiness.ts'
import { collectFigures, type Figures } from './stats.ts'

export type CheckoutOptions = CheckoutConfig & {
  /** The element's scripts. */
  readonly assets?: readonly Asset[]
  /** Reads the dashboard's page and scripts. It is called with the first request for them. */
  readonly loadDashboard?: () => readonly Asset[]
  /** Pays on local networks, for the sandbox's test helpers. */
  readonly testPayer?: TestPayer
  /** Receives one line for everything an operator should know. Default: standard error. */
  readonly log?: (line: string) => void
  /** Receives what operators count. Default: none. */
  readonly observer?: Observer
  /**
   * The default `run` creates the tables or updates them. For commands: `upgrade` rejects a database without tables,
   * and `refuse`, for use beside a running server, one whose tables are not of this release.
   */
  readonly migrations?: Migrations
  /**
   * True if no other machine can reach this checkout. Then sandbox webhooks may reach this machine, if `publicUrl` is
   * on it. Default: true.
   */
  readonly loopbackOnly?: boolean
  /** True to reject a configuration without networks. Default: false, because commands need none. */
  readonly requireNetworks?: boolean
  /** The author of changes made in process, in the record of changes. Default: `in_process`. */
  readonly by?: 'in_process' | 'command_line'
}

export type ListenOptions = {
  /**
   * Stores the handler's position in the database: the same name continues where it was. Default: the event type.
   * Handlers with the same name wait for one another: one that keeps failing holds the others up.
   */
  readonly name?: string
}

/** The operations of one merchant in one environment. */
export type MerchantOperations = Operations & {
  /**
   * Calls the handler for each event of a type, at least once and in order, from its first registration on, across
   * restarts. If a handler throws, it gets the event again. Throws TypeError for an unknown type or option, and without
   * a handler.
   */
  on<Type extends EventType>(type: Type, handler: (event: EventOf<Type>) => unknown, options?: ListenOptions): void
}

/** The first merchant in production, with access to the sandbox and to other merchants. */
export type Checkout = MerchantOperations & {
  readonly sandbox: MerchantOperations
  as(merchantId: string): MerchantOperations & { readonly sandbox: MerchantOperations }
  /** Answers a request below the mount path; null for a path that is not the checkout's. */
  handle(request: ApiRequest): Promise<ApiResponse | null>
  /**
   * The most bytes that the checkout reads of a request's body. Zero for a path that has no body, or that is the host's.
   */
  bodyLimit(method: string, path: string): number
  /** Resolves when there is a first merchant. The first start creates it. */
  ready(): Promise<void>
  /**
   * Starts to watch the networks and to read rates. Until then requests are served, but no transfer is seen. Resolves
   * when each network and the rates have been read once, or after three seconds.
   */
  start(): Promise<void>
  /**
   * Ends the streams of events, and new ones at once, cuts off files that are being sent, and answers pages that wait for a
   * change. So a host can wait for its open requests. `stop` does it too.
   */
  endStreams(): void
  /** Finishes the running passes and closes the database. */
  stop(): Promise<void>
  /** Each network's position and problem. */
  networks(): Promise<NetworkState[]>
  /** Each price feed's last reading and problem. */
  feeds(): FeedState[]
  /**
   * Returns the reason for which this server should get no requests, or null: its database takes writes, and money that
   * arrives is recorded. Rejects if the database does not answer.
   */
  readiness(): Promise<string | null>
  /** The result of the last reconciliation. */
  books(): BooksState
  /** The figures that operators count, as of now. */
  figures(): Promise<Figures>
  /**
   * Checks the configuration, the database, the nodes and the keys, as the command `doctor` does. It asks every node. A
   * failed check is a finding and no error.
   */
  doctor(): Promise<Diagnosis>
  /** For commands and tests: the context of all verbs. */
  readonly context: Context
}

/** Parts that tests and adapters give. */
export type Parts = {
  readonly world?: World
  readonly storage?: Storage
  readonly health?: NetworkHealth
  readonly passwordCost?: PasswordCost
  /** Options that an adapter takes for itself: what is misspelt may be one of them. */
  readonly optionNames?: readonly string[]
} & Partial<Connections>

export const DEFAULT_DATABASE = 'sqlite:./data/checkout.db'

function toStandardError(line: string): void {
  console.error(printable(line))
}

/** Opens a checkout. Throws ConfigError for unusable options. */
export function createCheckout(options: CheckoutOptions, parts: Parts = {}): Checkout {
  checkHostOptions(options)
  const { testPayer, log = toStandardError, migrations = 'run', by = 'in_process', ...rest } = options
  const { observer = silentObserver, loopbackOnly = true, requireNetworks = false, ...more } = rest
  const { assets = [], loadDashboard = null, ...configValues } = more
  const config = parseConfig(configValues, [...hostOptionNames, ...(parts.optionNames ?? [])])
  const publicUrl = requirePublicUrl(config)
  if (requireNetworks) requireNetwork(config)
  const world = parts.world ?? realWorld
  const lazy = by === 'command_line'
  const reach = { ...observeConnections({ ...overHttp, ...parts }, observer), pause: world.pause, lazy }
  const networks = openNetworks(config, world.elapsed, { ...reach, disagreed: observer.disagreed })
  const signer = lazy ? null : createSep7Signer(config)
  const wellKnown = signer ? [createStellarToml(signer)] : []
  const space = watchSpace(parts.storage ?? openStorage(config.database ?? DEFAULT_DATABASE, migrations))
  const storage = observeStorage(space.storage, observer, world.elapsed)
  const health = parts.health ?? createNetworkHealth(world)
  const gas: KeyBalanceCache = new Map()
  const background = new Background()
  const ctx = openContext({
    config,
    publicUrl,
    storage,
    networks,
    health,
    world,
    observer,
    loopbackOnly,
    testPayer: testPayer ?? null,
    passwordCost: parts.passwordCost,
    balances: gas,
    mail: lazy ? null : openMailer(config),
    background,
    readBooks: (owner) => ledger.stateFor(owner),
  })
  const first = openFirstMerchant(ctx)
  const registry = createListeners(ctx, (text, error) => log(`${text}: ${getStack(error)}`))
  const pair = (merchant: () => Promise<string>) => openMerchant(ctx, registry, by, merchant)
  const ledger = createReconciliation(ctx)
  return {
    ...pair(first),
    as: (merchantId) => pair(cacheAnswer(async () => (await requireMerchant(ctx.db, merchantId)).id)),
    handle: observeRequests(
      createHandler(ctx, { assets: [...assets, ...wellKnown], loadDashboard }, (error, requestId) =>
        log(`request ${requestId} failed: ${getStack(error)}`),
      ),
      { observer, elapsed: world.elapsed, newId: ctx.newId },
    ),
    bodyLimit: (method, path) => getBodyLimit(method, path, ctx.settings.dashboard),
    ready: async () => void (await first()),
    async start() {
      await first()
      const stopListeners = await registry.start()
      await background.start(ctx, { health, books: ledger, gas, log, transact: storage.transact }, stopListeners)
    },
    endStreams: () => endLongAnswers(ctx),
    async stop() {
      endLongAnswers(ctx)
      await background.stop()
      await storage.close()
    },
    networks: () => listNetworkStates(ctx, health),
    feeds: ctx.feeds.states,
    readiness: createReadiness({ ...ctx, health, transact: space.storage.transact, space }),
    books: () => ledger.state(),
    figures: () => collectFigures(ctx, gas, { leases: background.leases(), connections: storage.connections() }),
    doctor: () => examineCheckout({ context: ctx, networks: () => listNetworkStates(ctx, health) }, configValues),
    context: ctx,
  }
}

/** A merchant's operations in production, with those in the sandbox. */
function openMerchant(ctx: Context, registry: Listeners, by: Caller['by'], merchant: () => Promise<string>) {
  const openIn = (livemode: boolean) =>
    merchantOperations(ctx, registry, async () => {
      const author = { merchantId: await merchant(), livemode, by, request: null, scopes: null }
      return { ...author, ...commitPlainly(ctx) }
    })
  return { ...openIn(true), sandbox: openIn(false) }
}

function endLongAnswers({ downloads, eventFeeds, waitingPages }: Context): void {
  downloads.close()
  eventFeeds.close()
  waitingPages.close()
}

/** Prepares the database, and finds or makes the first merchant. If the database is not up yet, the next caller retries. */
function openFirstMerchant(ctx: Context): () => Promise<string> {
  const first = cacheAnswer(async () => {
    await ensureRootSecret(ctx)
    await ensureReceiptKeys(ctx)
    await recordRefundKeys(ctx)
    return (await ensureFirstMerchant(ctx)).id
  })
  first().catch(() => {})
  return first
}

function merchantOperations(ctx: Context, registry: Listeners, callerOf: () => Promise<Caller>): MerchantOperations {
  return {
    ...createOperations(ctx, callerOf),
    on(type, handle, options = {}) {
      checkListener(type, handle, options)
      const { name = type } = options
      // It is only called with events of its own type.
      const handler = { type, handle } as Handler
      registry.add(callerOf().then(({ merchantId, livemode }) => ({ name, merchantId, livemode, handler })))
    },
  }
}

function getStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
