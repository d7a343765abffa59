import { randomFillSync, randomInt, randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Network } from '../chains/network.ts'
import { createClaimableCache, FullWallets, KeyUses, PendingMerchants } from '../context/caches.ts'
import type { Context, PasswordCost, TestPayer } from '../context/context.ts'
import { Downloads } from '../context/downloads.ts'
import { EventFeeds } from '../context/event-feeds.ts'
import type { Observer } from '../context/observer.ts'
import { RequestLog } from '../context/request-log.ts'
import { type StartTimer, WaitingPages } from '../context/waiting-pages.ts'
import { type PlanQuotaName, resolveQuota } from '../domain/catalog/quotas.ts'
import { createId, type IdPrefix } from '../domain/id.ts'
import { ONE_COIN } from '../domain/money.ts'
import { DAY_MS } from '../domain/time.ts'
import { areLoopback } from '../http/origin.ts'
import { createFeedCache } from '../networks/feed-cache.ts'
import type { NetworkHealth } from '../networks/health.ts'
import { findWebhookUrlProblem, parseAddressRanges } from '../outbound/check-url.ts'
import { Connections, resolveHost } from '../outbound/connect.ts'
import { exchangeHttp } from '../outbound/http-exchange.ts'
import type { SendMail } from '../outbound/mail.ts'
import { sendPost } from '../outbound/post.ts'
import type { Storage } from '../storage/database.ts'
import type { KeyBalanceCache } from '../workers/network-readings.ts'
import type { Background } from './background.ts'
import type { ValidConfig } from './config.ts'
import { createNetworkDescriber } from './network-status.ts'
import { createFeeBound, createQuote } from './quote.ts'

/** 16 MiB, five times: of OWASP's equal choices one with little memory, because a server has other work. */
export const PASSWORD_COST: PasswordCost = { ln: 14, r: 8, p: 5 }

/** The outside world. Tests replace it. */
export type World = {
  readonly now: () => number
  readonly elapsed: () => number
  readonly random: (below: number) => number
  /** Waits, by the machine's clock if it is left out. */
  readonly pause?: (ms: number) => Promise<void>
  /** By the machine's clock if it is left out. */
  readonly startTimer?: StartTimer
}

function openWaitingPages({ elapsed, startTimer = startRealTimer }: World): WaitingPages {
  return new WaitingPages(elapsed, startTimer)
}

function startRealTimer(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

export const realWorld = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: generateNumberBelow,
  pause: async (ms: number) => void (await sleep(ms)),
} satisfies World

/** Days as milliseconds, thirty by default. */
function toMs(days = 30): number {
  return days * DAY_MS
}

type ContextParts = {
  readonly config: ValidConfig
  readonly publicUrl: string
  /** True if no other machine can reach this checkout. */
  readonly loopbackOnly: boolean
  readonly storage: Storage
  readonly networks: readonly Network[]
  readonly health: NetworkHealth
  readonly world: World
  readonly testPayer: TestPayer | null
  readonly passwordCost?: PasswordCost | undefined
  readonly observer: Observer
  /** The balances of keys, as far as they were read. */
  readonly balances?: KeyBalanceCache
  readonly mail: SendMail | null
  readonly background: Pick<Background, 'wake' | 'committed'>
  readonly readBooks: Context['readBooks']
}

export function openContext(parts: ContextParts): Context {
  const { config, storage, networks, health, world, background } = parts
  const now = neverBack(world.now)
  const feeds = createFeedCache(networks, now)
  const byName = new Map(networks.map((network) => [`${network.environment} ${network.name}`, network]))
  return {
    db: storage.db,
    readSnapshot: storage.readSnapshot,
    transact: async (work, urgency) => {
      const value = await storage.transact(work, urgency)
      background.committed()
      return value
    },
    node: storage.sharedClock && { id: randomUUID(), clock: storage.sharedClock },
    now,
    elapsed: world.elapsed,
    pause: world.pause ?? realWorld.pause,
    newId: (prefix) => generateId(prefix, now()),
    random: world.random,
    settings: toSettings(config, parts),
    network: (environment, name) => byName.get(`${environment} ${name}`) ?? null,
    networks,
    quote: createQuote(config.rates ?? {}, networks, feeds),
    boundFee: createFeeBound(feeds),
    feeds,
    ...createMemory(world),
    ...describeHealth(health),
    ...createOutbound(config, parts.loopbackOnly && areLoopback([parts.publicUrl]), world.elapsed),
    mail: parts.mail,
    wake: (network) => background.wake(network),
    readBooks: parts.readBooks,
    describeNetworks: createNetworkDescriber(health, parts.balances ?? new Map()),
    testPayer: parts.testPayer,
    observer: parts.observer,
  }
}

function toSettings(
  config: ValidConfig,
  { publicUrl, passwordCost = PASSWORD_COST }: Pick<ContextParts, 'publicUrl' | 'passwordCost'>,
): Context['settings'] {
  return {
    publicUrl: publicUrl.replace(/\/+$/, ''),
    latePayments: config.latePayments ?? 'review',
    claims: config.claims ?? 'on',
    minTransfer: BigInt(Math.round((config.minTransfer ?? 0.01) * Number(ONE_COIN))),
    tolerancePpm: Math.round((config.underpaymentTolerance ?? 0) * 1_000_000),
    retentionMs: toMs(config.retentionDays),
    pageMs: toMs(config.pageDays),
    plans: findLimits(config, 'requestsPerMinute'),
    openPaymentsPerPrice: findLimits(config, 'openPaymentsPerPrice'),
    openPayments: findLimits(config, 'openPayments'),
    textBytes: toBytes(findLimits(config, 'textMegabytes')),
    frameAncestors: config.frameAncestors ?? [],
    walletConnectProjectId: config.walletConnectProjectId ?? null,
    securityContact: config.securityContact,
    dashboard: config.dashboard ?? false,
    docs: config.docs ?? false,
    hasMailServer: config.smtp !== undefined,
    passwordCost,
  }
}

/** The caches of a process, and its unfinished answers. */
function createMemory(world: World) {
  return {
    claimables: createClaimableCache(),
    fullWallets: new FullWallets(),
    pendingMerchants: new PendingMerchants(),
    keyUses: new KeyUses(),
    requestLog: new RequestLog(),
    downloads: new Downloads(world.elapsed),
    eventFeeds: new EventFeeds(world.elapsed),
    waitingPages: openWaitingPages(world),
  } satisfies Partial<Context>
}

function describeHealth(health: NetworkHealth) {
  return {
    unreadFor: health.unreadFor,
    failsToRead: (network) => health.troubles(network).includes('reading'),
    isDelayed: health.delaysFinality,
    wasRead: (network) => health.head(network) !== null,
    coinTrouble: (network, coin) => health.coin(network, coin)?.trouble ?? null,
  } satisfies Partial<Context>
}

/** One limit, for each plan. */
function findLimits(config: ValidConfig, name: PlanQuotaName): Readonly<Record<string, number>> {
  return resolveQuota(name, (plan) => config.plans?.[plan]?.[name])
}

function toBytes(megabytes: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(megabytes).map(([plan, size]) => [plan, Math.round(size * 1_000_000)]))
}

/** A clock that stands still when it is set back, so that later things never seem older. */
function neverBack(clock: () => number): () => number {
  let latest = 0
  return () => {
    latest = Math.max(latest, clock())
    return latest
  }
}

const BYTES_AN_ID = 10
const pool = new Uint8Array(BYTES_AN_ID * 512)
let used = pool.length

/** Ten unpredictable bytes. They are drawn from the system in bulk, because each call costs more than an id. */
function takeBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += BYTES_AN_ID
  return pool.subarray(used - BYTES_AN_ID, used)
}

function generateId(prefix: IdPrefix, now: number): string {
  return createId(prefix, now, takeBytes())
}

function generateNumberBelow(below: number): number {
  return randomInt(below)
}

/**
 * The rules for requests to URLs that merchants chose. On the operator's own machine the sandbox may reach that
 * machine.
 */
function createOutbound(
  config: ValidConfig,
  isLocal: boolean,
  elapsed: () => number,
): Pick<Context, 'post' | 'exchange' | 'webhookUrlProblem'> {
  const networks = parseAddressRanges(config.webhookNetworks ?? [])
  const rulesFor = (livemode: boolean) => ({
    livemode,
    networks,
    elapsed,
    resolve: resolveHost,
    ca: null,
    connections: new Connections(),
    allowLoopback: !livemode && isLocal,
  })
  const [production, sandbox] = [rulesFor(true), rulesFor(false)]
  const getRules = (livemode: boolean) => (livemode ? production : sandbox)
  return {
    post: (livemode, request) => sendPost(getRules(livemode), request),
    exchange: exchangeHttp,
    webhookUrlProblem: (livemode, url) => findWebhookUrlProblem(url, getRules(livemode)),
  }
}
