import type { Payment } from '@crypto-checkout/api-types'
import { listRefusals } from '../api/refusals.ts'
import { matchRoute } from '../api/routes.ts'
import { type Checkout, type CheckoutOptions, createCheckout, type Parts } from '../app/checkout.ts'
import { listNetworkStates } from '../app/network-states.ts'
import { createHttpRpc } from '../chains/rpc.ts'
import type { Scope } from '../domain/catalog/entitlements.ts'
import type { Environment } from '../domain/catalog/networks.ts'
import type { ApiResponse } from '../http/exchange.ts'
import { FILE_TYPES } from '../http/export-link.ts'
import { type ApiKeyPair, createApiKey } from '../merchants/keys/create.ts'
import { createNetworkHealth, type NetworkHealth } from '../networks/health.ts'
import { openSqlite } from '../storage/sqlite.ts'
import type { OutcomeHandlers } from '../transactions/send.ts'
import { createDeliverJob } from '../workers/deliver.ts'
import { createRatesJob } from '../workers/network-readings.ts'
import { createHeldRefundsJob, createSendJob } from '../workers/sending.ts'
import { createRecheckJob, createWatchJob } from '../workers/watch.ts'
import { createScriptedAccount } from './scripted-event.ts'
import { ScriptedLedger } from './scripted-ledger.ts'
import { type ScriptedBlock, ScriptedNode, type ScriptedTransfer } from './scripted-node.ts'
import { createSeededRandom } from './seeded-random.ts'
import { testStorage } from './storage.ts'

export { createHttpRpc, createScriptedAccount, type ScriptedBlock, ScriptedLedger, ScriptedNode, type ScriptedTransfer }

/** The coin's contract on the scripted chain, and wallets to use with it. */
export const TEST_TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const TEST_WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const TEST_PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const TEST_CHAIN_ID = 31_337

/** The headers by which a page is served as a page: programs get JSON. */
export const asBrowser = { accept: 'text/html', 'user-agent': 'Mozilla/5.0' }

export { readTerms } from '../deposits/terms.ts'
export { getQrPngCounters } from '../domain/qr.ts'
export { issuePaymentReceipts } from '../payments/receipt.ts'
export { recordFinal, recordRead } from '../payments/transfers/record.ts'
export { enqueueSend } from '../transactions/queue.ts'
export { findSends } from '../transactions/send.ts'
export { createBookJob } from '../workers/book.ts'
export { openAuthenticator } from './authenticator.ts'
export { createAuthority, createSelfSigned } from './certificates.ts'
export { type Dump, dumpDatabase } from './dump.ts'
export { allowEntryChanges } from './entry-changes.ts'
export { findFreePort } from './find-free-port.ts'
export {
  addKeys,
  callHost,
  callHostRaw,
  closeHost,
  createHostOptions,
  createQuietNode,
  cutInThree,
  describeAnswer,
  type HostAnswer,
  type HostCall,
  isWholeZip,
  waitUntilRead,
} from './host-client.ts'
export { logos } from './logos.ts'
export { startPostgres } from './postgres-server.ts'
export { openReceiver, type Received } from './receiver.ts'
export { isQuickRun, pickCases } from './runs.ts'
export { serveNode } from './serve-node.ts'
export { isOnPostgres, runAdminStatement, runOnce, TEST_POSTGRES, testDatabase } from './storage.ts'
export { createNetworkHealth, createSendJob, createWatchJob, openSqlite }

const START = Date.parse('2026-01-01T00:00:00.000Z')
const BLOCK_MS = 1_000
/** Hashing passwords at full cost would take most of the time of a test. */
const CHEAP = { ln: 4, r: 8, p: 1 }

/** A clock that moves when it is told to. */
export class FakeClock {
  #now = START
  #elapsed = 0
  readonly now = (): number => this.#now
  readonly elapsed = (): number => this.#elapsed
  readonly #timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  /** Starts a timer that `advance` ends. Returns a function that stops it. */
  readonly startTimer = (callback: () => void, ms: number): (() => void) => {
    const timer = { at: this.#elapsed + ms, callback }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }
  advance(ms: number): void {
    this.#now += ms
    this.#elapsed += ms
    for (const { at, callback } of this.#timers) if (at <= this.#elapsed) callback()
  }
  /** Sets the wall clock, as an operator or a time server does: no time passes. */
  jump(ms: number): void {
    this.#now += ms
  }
}

export type ApiCall = {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The sandbox pair of the first merchant when left out; null sends none. */
  readonly key?: Pick<ApiKeyPair, 'publicKey' | 'secretKey'> | null
  readonly address?: string
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type ApiAnswer = Pick<ApiResponse, 'status' | 'headers' | 'cookies' | 'stream'> & { readonly body: any }

/** Parts that two checkouts of a test may share. */
export type TestParts = {
  readonly storage?: NonNullable<Parts['storage']>
  readonly clock?: FakeClock
  readonly node?: ScriptedNode
  /** More nodes of the same chain. */
  readonly mirrors?: readonly ScriptedNode[]
  /** Nodes of other chains, by URL. */
  readonly others?: Readonly<Record<string, ScriptedNode>>
  /** The ledger behind every node of Stellar. */
  readonly ledger?: ScriptedLedger
  /** Its networks are not read yet: no payment can be made before `watch`. */
  readonly unread?: boolean
  /** Runs in place of a wait. */
  readonly pause?: (ms: number) => Promise<void>
  /** Waits of pages end by its clock. */
  readonly pagesWaitByClock?: boolean
}

function createWorld({ pause, pagesWaitByClock }: TestParts, { now, elapsed, startTimer }: FakeClock) {
  const world = { now, elapsed, random: createSeededRandom(1) }
  return { ...world, ...(pause ? { pause } : {}), ...(pagesWaitByClock ? { startTimer } : {}) }
}

/**
 * A checkout on a new database (in-memory SQLite, unless the run is on PostgreSQL) with a scripted chain and a fake clock: real rules, real SQL, real
 * reading of the chain; only time and the node are played.
 */
export async function testCheckout(options: Partial<CheckoutOptions> = {}, parts: TestParts = {}) {
  const clock = parts.clock ?? new FakeClock()
  const node = parts.node ?? new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  node.decimals.set(TEST_TOKEN, 6)
  const storage = parts.storage ?? (await testStorage())
  const fixed = { world: createWorld(parts, clock), passwordCost: CHEAP }
  const { urls, connections } = connectScripted(node, parts)
  let health: NetworkHealth
  function open(): Checkout {
    health = createNetworkHealth(clock)
    return createCheckout(withScriptedNetwork(options, urls), { ...fixed, storage, health, ...connections })
  }
  let checkout = open()
  await checkout.ready()
  const makeKey = (environment: Environment, scopes?: readonly Scope[]) =>
    createApiKey(checkout.context, { environment, ...(scopes ? { scopes } : {}) })
  const key = await makeKey('sandbox')

  async function request(method: string, target: string, call: ApiCall = {}): Promise<ApiAnswer> {
    const pair = call.key === undefined ? key : call.key
    const [path = '', query = ''] = target.split('?')
    const answer = await checkout.handle({
      method,
      path,
      query,
      address: call.address ?? '192.0.2.1',
      headers: {
        ...(pair ? { authorization: `Bearer ${pair.publicKey}`, 'x-api-secret': pair.secretKey } : {}),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      body: { kind: 'bytes', bytes: bytesOf(call.body) },
    })
    if (!answer) throw new Error(`${method} ${target} is not the checkout's`)
    return { ...answer, body: readBody(await readFile(answer, method), method, path) }
  }

  const logLines: string[] = []
  async function runJobs(open: OpenJob): Promise<void> {
    for (const network of checkout.context.networks) {
      const job = open(checkout.context, network, health, (line) => logLines.push(line))
      try {
        while ((await job.run()).more);
      } catch (error) {
        logLines.push(job.describeError(error))
        throw error
      }
    }
  }

  if (!parts.unread) await runJobs(createWatchJob)

  return {
    get checkout() {
      return checkout
    },
    clock,
    node,
    storage,
    key,
    makeKey,
    request,
    /** Creates a payment in the sandbox; 10.00 USD unless told otherwise. */
    create: (input: Partial<Parameters<Checkout['payments']['create']>[0]> = {}) =>
      checkout.sandbox.payments.create({ ...paymentInput, ...input }),
    retrieve: (payment: Pick<Payment, 'id'>) => checkout.sandbox.payments.retrieve(payment.id),
    /** One block later; the transfers are in it. */
    mine(transfers: readonly ScriptedTransfer[] = []): string[] {
      clock.advance(BLOCK_MS)
      return node.mine(clock.now(), transfers)
    },
    /** Reads new blocks until there are none. */
    watch: () => runJobs(createWatchJob),
    /** Reads what was missed, and final blocks once more. */
    reread: () => runJobs(createRecheckJob),
    /** Reads the chain until nothing is left to read. */
    async settle(): Promise<void> {
      for (const open of [createWatchJob, createRecheckJob, createHeldRefundsJob]) await runJobs(open)
    },
    /** Makes deliveries of new events and sends what is due, until nothing is. */
    deliver: () => deliverAll(checkout.context, logLines),
    /** Carries transactions through as far as they get without another block. Throws SendingError with what an operator is told. */
    send: (outcomes: OutcomeHandlers = {}) => sendAll(checkout.context, health, outcomes),
    /** Lists the states of the networks after those readings. */
    states: () => listNetworkStates(checkout.context, health),
    /** Lines that an operator was told by those readings. */
    logLines,
    /** Reads the price feeds once. */
    async readRates(): Promise<void> {
      for (const network of checkout.context.networks) await createRatesJob(checkout.context, network, () => {}).run()
    },
    /** Another process on the same database. */
    restart(): void {
      checkout = open()
    },
    stop: () => storage.close(),
  }
}

type OpenJob = typeof createWatchJob | typeof createRecheckJob | typeof createHeldRefundsJob

/** An answer with its file, as a host sends it. Streams of events go on, and are left to the test. */
async function readFile(answer: ApiResponse, method: string): Promise<ApiResponse> {
  const { stream, headers } = answer
  if (!stream || headers['content-type'] === 'text/event-stream') return answer
  if (method === 'HEAD') await stream.return?.()
  const parts: (string | Uint8Array)[] = []
  for await (const part of stream) parts.push(part)
  const bytes = parts.filter((part) => typeof part !== 'string')
  return { ...answer, body: bytes.length > 0 ? Buffer.concat(bytes) : parts.join('') }
}

/** JSON as its value, and anything else as its text. Throws for a refusal that is not documented. */
function readBody({ headers, body }: ApiResponse, method: string, path: string) {
  if (headers['content-type'] === FILE_TYPES.xlsx) return body
  const text = Buffer.from(body).toString()
  const value = headers['content-type'] === 'application/json' && text ? JSON.parse(text) : text
  requireDocumented(method, path, value)
  return value
}

/** Throws for a refusal of the API that its document does not name. */
function requireDocumented(method: string, path: string, body: { readonly error?: { readonly code?: string } }): void {
  const code = body?.error?.code
  const below = /^(?:\/sandbox)?\/v1(\/.*)$/.exec(path)?.[1]
  const match = code === undefined || below === undefined ? null : matchRoute(method, below)
  // The sandbox of a server without local networks has no test helpers.
  if (!match || code === 'unknown_endpoint' || listRefusals(match.route).some((one) => one === code)) return
  throw new Error(`${match.route.name} refused with ${code}: name it among the refusals of its route`)
}

/** A trouble that keeps transactions from being sent or mined, as the operator is told. */
export class SendingError extends Error {}

async function sendAll(ctx: Checkout['context'], health: NetworkHealth, outcomes: OutcomeHandlers): Promise<void> {
  for (const network of ctx.networks) {
    if (!network.chain.transactor) continue
    const lines: string[] = []
    const job = createSendJob(ctx, network, { health, outcomes, log: (line) => lines.push(line) })
    while ((await job.run()).more);
    if (lines.length > 0) throw new SendingError(lines.map((line) => line.replace(`${job.name}: `, '')).join('; '))
  }
}

async function deliverAll(ctx: Checkout['context'], logLines: string[]): Promise<void> {
  const deliveries = createDeliverJob(ctx, (line) => logLines.push(line))
  while ((await deliveries.run()).more);
  await deliveries.idle()
}

export type TestCheckout = Awaited<ReturnType<typeof testCheckout>>

/** Input for a payment of the scripted network. */
export const paymentInput = {
  amount: 10,
  currency: 'USD',
  cryptocurrency: 'USDC',
  network: 'ethereum',
  merchantWallet: TEST_WALLET,
} as const

/** The transfer that pays a payment, or another amount in millionths to its address. */
export function createTransferFor(
  payment: Pick<Payment, 'address' | 'amountDue'>,
  rawAmount?: bigint,
): ScriptedTransfer {
  const due = BigInt(payment.amountDue.replace('.', ''))
  return { token: TEST_TOKEN, from: TEST_PAYER, to: payment.address, rawAmount: rawAmount ?? due }
}

/** Connects to the scripted nodes: those of the test chain have the URLs that are answered. */
function connectScripted(node: ScriptedNode, { mirrors = [], others, ledger }: TestParts) {
  const nodes = [node, ...mirrors]
  const urls = nodes.map((_, index) => `http://127.0.0.1:${index + 1}`)
  const connect = (url: string) => (others?.[url] ?? nodes[urls.indexOf(url)] ?? node).rpc
  const stellar = ledger ? { connectRpc: () => ledger.rpc, connectHorizon: () => ledger.horizon } : {}
  return { urls, connections: { connect, ...stellar } }
}

function withScriptedNetwork(options: Partial<CheckoutOptions>, rpcUrls: string[]): CheckoutOptions {
  const ethereum = {
    rpcUrls,
    chainId: TEST_CHAIN_ID,
    coins: { USDC: { address: TEST_TOKEN, decimals: 6 } },
  }
  const networks = { networks: { ethereum } }
  return { publicUrl: 'https://pay.example.com', sandbox: networks, production: networks, log: () => {}, ...options }
}

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array()
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
