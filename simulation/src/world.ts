import { NodeError } from '../../packages/core/src/chains/node-error.ts'
import type { Environment } from '../../packages/core/src/domain/catalog/networks.ts'
import { type ApiKeyPair, createApiKey } from '../../packages/core/src/merchants/keys/create.ts'
import { createMerchant, ensureFirstMerchant } from '../../packages/core/src/merchants/merchant.ts'
import { putUser } from '../../packages/core/src/merchants/wallets/store.ts'
import type { Storage } from '../../packages/core/src/storage/database.ts'
import { IN_MEMORY, openSqlite } from '../../packages/core/src/storage/sqlite.ts'
import { Ended } from '../../packages/core/src/testing/deadline.ts'
import { scriptFactory } from '../../packages/core/src/testing/scripted-factory.ts'
import { openInMemory } from '../../packages/core/src/testing/storage.ts'
import { recordRefundKeys } from '../../packages/core/src/transactions/sending-key-store.ts'
import type { MonitoredJob } from '../../packages/core/src/workers/runner.ts'
import { SimulatedChain } from './chain.ts'
import { checkOffer, checkPost } from './check-sends.ts'
import {
  chainIds,
  createConfig,
  DAI,
  hasConversions,
  hasPrograms,
  type NetworkName,
  pickNodeCount,
  pickSetting,
  type RefundKeyIndex,
  type Setting,
  USDC,
  WALLETS,
} from './config.ts'
import { Conversions } from './conversions.ts'
import { Random } from './dice.ts'
import { History, type LostRefund, type PaidByWallet } from './history.ts'
import { Leases } from './leases.ts'
import { Programs } from './programs.ts'
import { Receivers } from './receivers.ts'
import { openServer, type Server } from './server.ts'
import { shareStorage } from './shared-database.ts'
import { Violation } from './violation.ts'

const FEW_AMOUNTS = 24
const START = Date.parse('2026-01-01T00:00:00.000Z')

export type Merchant = {
  readonly id: string
  readonly wallets: readonly string[]
  readonly sandbox: ApiKeyPair
  readonly production: ApiKeyPair
}

/** `lost`: the process ended before it answered. */
// biome-ignore lint/suspicious/noExplicitAny: answers are of every shape
export type Answer = { readonly status: number; readonly body: any; readonly lost: boolean }

export type Asked = { readonly body?: object; readonly key?: string; readonly environment?: Environment }

/** The whole world: clocks, chains, merchants with their servers, and the checkout between them. */
export class World {
  readonly dice: Random
  readonly setting: Setting
  storage: Storage
  /** Checks between servers that share a database; null for a single server. */
  readonly leases: Leases | null
  readonly chains: Readonly<Record<NetworkName, SimulatedChain>>
  readonly receivers: Receivers
  /** Null where programs do not pay. */
  readonly programs: Programs | null
  /** Null where nothing is converted. */
  readonly conversions: Conversions | null
  readonly history: History
  /** The steps so far, a word or two for each. */
  readonly trace: string[] = []
  merchants: readonly Merchant[] = []
  /** The key that pays refunds now. */
  refundKey: RefundKeyIndex = 0
  /** The number of times that a backup was put back. */
  restores = 0
  /** Refunds that were made after a backup that was put back, and not again since. */
  readonly lost: LostRefund[] = []
  /** The tags of all refunds that were ever lost. */
  readonly lostTags = new Set<string>()
  /** What wallets have paid for lost refunds, by their tags. */
  readonly paidByWallet = new Map<string, PaidByWallet>()
  servers: Server[]
  /** Servers that stand still in the middle of a pass. */
  readonly sleepers = new Map<Server, Promise<unknown>>()
  /** The nodes that have shown a transaction in a response, by its hash. */
  readonly shownBy = new Map<string, Set<string>>()
  /** Violations that could not be thrown at once. */
  readonly found: Violation[] = []
  /** True time, in milliseconds. */
  time = START
  /** The time by which the checkout's clock is ahead of true time. */
  skew = 0

  #processes = 0

  private constructor(seed: number) {
    this.dice = new Random(seed)
    const storage = openInMemory()
    this.leases = pickNodeCount(seed) > 1 ? new Leases(this.found) : null
    this.storage = this.leases ? shareStorage(storage, () => this.time) : storage
    this.setting = pickSetting(this.dice)
    const { nodes, finalAfter } = this.setting
    const common = { startTime: START, finalAfter, dice: this.dice }
    this.chains = {
      ethereum: new SimulatedChain({ ...common, chainId: chainIds.ethereum, nodes }),
      polygon: new SimulatedChain({ ...common, chainId: chainIds.polygon, nodes: 1 }),
    }
    for (const { nodes } of Object.values(this.chains)) {
      for (const node of nodes) node.decimals.set(USDC, 6).set(DAI, 18)
    }
    for (const node of this.chains.ethereum.nodes)
      node.pool.effect = ({ from, to, data }) => ({
        transfers: [{ token: to, from, to: `0x${data.slice(34, 74)}`, rawAmount: BigInt(`0x${data.slice(74)}`) }],
      })
    this.programs = hasPrograms(seed) ? new Programs(this.chains.ethereum, USDC) : null
    scriptFactory(this.chains.polygon.node, [USDC, DAI])
    const facts = { token: USDC, dice: this.dice, now: () => this.time }
    this.conversions = hasConversions(seed) ? new Conversions(this.chains, facts) : null
    this.receivers = new Receivers(this.dice, () => this.now())
    this.history = new History()
    this.servers = Array.from({ length: pickNodeCount(seed) }, () => this.#open())
  }

  static async open(seed: number): Promise<World> {
    const world = new World(seed)
    const { ctx } = world.anyServer()
    const first = await ensureFirstMerchant(ctx)
    world.time += 1_000
    const second = await createMerchant(ctx, { name: 'Another shop', plan: 'starter' })
    const keyOf = (merchantId: string, environment: Environment) => createApiKey(ctx, { environment, merchantId })
    const merchant = async (id: string, wallets: readonly string[]): Promise<Merchant> => ({
      id,
      wallets: [...wallets, WALLETS.shared],
      sandbox: await keyOf(id, 'sandbox'),
      production: await keyOf(id, 'production'),
    })
    world.merchants = [await merchant(first.id, WALLETS.first), await merchant(second.id, WALLETS.second)]
    // The operator shared a wallet before the world begins: the first merchant owns it.
    const shared = { namespace: 'eip155', address: WALLETS.shared.toLowerCase(), created_at: world.time } as const
    const users = [
      { ...shared, merchant_id: first.id, role: 'owner' },
      { ...shared, merchant_id: second.id, role: 'shared' },
    ] as const
    await ctx.transact((tx) => tx.insertInto('wallet_users').values(users).execute())
    if (world.conversions) await proveWallets(world)
    // From now on the first merchant has a key for refunds.
    await world.restart()
    return world
  }

  /** The time on the checkout's clock. */
  now(): number {
    return this.time + this.skew
  }

  /** Replaces processes with new ones on the same database. */
  async restart(ended: readonly Server[] = this.servers): Promise<void> {
    for (const server of ended) {
      server.life.end()
      await this.wake(server)
      const next = this.#open()
      this.servers[this.servers.indexOf(server)] = next
      await recordRefundKeys(next.ctx)
    }
  }

  /** Puts the bytes of a backup in the place of the database, under a server with another key for refunds. */
  async restore(backup: Uint8Array, refundKey: RefundKeyIndex): Promise<void> {
    for (const { life } of this.servers) life.end()
    await this.storage.close()
    this.storage = openSqlite({ path: IN_MEMORY, image: backup })
    this.refundKey = refundKey
    this.restores += 1
    await this.restart()
  }

  /** Servers that do not stand still. */
  awake(): Server[] {
    return this.sleepers.size === 0 ? this.servers : this.servers.filter((server) => !this.sleepers.has(server))
  }

  /** The server that gets a request. */
  anyServer(): Server {
    const awake = this.awake()
    const server = awake.length > 1 ? this.dice.any(awake) : awake[0]
    if (!server) throw new Error('no server is awake')
    return server
  }

  /** Lets a server that stands still finish its pass. */
  async wake(server: Server): Promise<void> {
    server.life.wake()
    await this.sleepers.get(server)
    this.sleepers.delete(server)
  }

  /** Waits until only servers that stand still have work left. */
  async settle(): Promise<void> {
    do await new Promise(setImmediate)
    while (this.leases?.isBusy())
  }

  /** Sends a request to the API, as a merchant's server does. */
  async ask(merchant: Merchant, method: string, target: string, request: Asked = {}): Promise<Answer> {
    const { environment = 'sandbox', body, key } = request
    const pair = merchant[environment]
    const [path = '', query = ''] = target.split('?')
    const { life, handle } = this.anyServer()
    const answer = await handle({
      method,
      path: `${environment === 'sandbox' ? '/sandbox' : ''}/v1${path}`,
      query,
      address: '192.0.2.1',
      headers: {
        authorization: `Bearer ${pair.publicKey}`,
        'x-api-secret': pair.secretKey,
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: { kind: 'bytes', bytes: body ? Buffer.from(JSON.stringify(body)) : new Uint8Array() },
    })
    const text = answer ? Buffer.from(answer.body).toString() : ''
    return { status: answer?.status ?? 0, body: text ? JSON.parse(text) : null, lost: life.isOver }
  }

  /** Asks for a payment by its own address, as programs do. */
  async visitAsProgram(
    paymentId: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly required: string | undefined; readonly lost: boolean }> {
    const { life, handle } = this.anyServer()
    const answer = await handle({
      method: 'GET',
      path: `/pay/${paymentId.slice(4)}`,
      query: '',
      address: `192.0.2.${2 + this.dice.below(200)}`,
      headers,
      body: { kind: 'bytes', bytes: new Uint8Array() },
    })
    return { status: answer?.status ?? 0, required: answer?.headers['payment-required'], lost: life.isOver }
  }

  /** Sends a payer's request to the page of a payment. */
  async visit(
    paymentId: string,
    path: string,
    type: string,
    body: string,
  ): Promise<{ readonly status: number; readonly text: string; readonly lost: boolean }> {
    const { life, handle } = this.anyServer()
    const answer = await handle({
      method: 'POST',
      path: `/pay/${paymentId.slice(4)}${path}`,
      query: '',
      address: `192.0.2.${2 + this.dice.below(200)}`,
      headers: { 'content-type': type },
      body: { kind: 'bytes', bytes: Buffer.from(body) },
    })
    const text = answer ? Buffer.from(answer.body).toString() : ''
    return { status: answer?.status ?? 0, text, lost: life.isOver }
  }

  /** Runs one pass of a job. Faults of nodes are no failure. True when there is more to do at once. */
  async runJob(server: Server, job: MonitoredJob): Promise<boolean> {
    const { life } = server
    try {
      const { more } = await (this.leases ? this.leases.during(this.storage.db, server, job) : job.run())
      if (job.name === 'deliver') await server.idle()
      return more && !life.isOver
    } catch (error) {
      if (life.isOver || error instanceof Ended) return false
      const text = job.describeError(error)
      if (error instanceof NodeError) return false
      if (error instanceof Violation) throw error
      throw new Violation('no defects', `${job.name}: ${text}: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }

  async close(): Promise<void> {
    for (const server of this.servers) server.life.end()
    await this.storage.close()
  }

  /** Logs and receipts name their transaction. */
  #noteShown(url: string, answer: unknown): void {
    for (const one of Array.isArray(answer) ? answer : [answer]) {
      const hash = isNamed(one) ? one.transactionHash : undefined
      if (typeof hash !== 'string') continue
      const nodes = this.shownBy.get(hash)
      if (nodes) nodes.add(url)
      else this.shownBy.set(hash, new Set([url]))
    }
  }

  #open(): Server {
    const merchant = this.merchants[0]?.id
    const refunder = merchant === undefined || this.refundKey === null ? null : { merchant, key: this.refundKey }
    const features = { programs: this.programs !== null, conversions: this.conversions !== null }
    this.#processes += 1
    return openServer(`process ${this.#processes}`, createConfig(this.setting, refunder, features), {
      storage: this.leases?.guard(this.storage) ?? this.storage,
      post: async (life, request) => {
        if (this.leases) await checkPost(this, life.name, request)
        return this.receivers.post(life, request)
      },
      exchange: async (url, request) => {
        if (!this.conversions) throw new Error(`nobody answers at ${url.host}`)
        return this.conversions.attester.answer(url, request)
      },
      now: () => this.now(),
      elapsed: () => this.time - START,
      // Amounts are chosen among few, so that payments collide.
      random: (below) => this.dice.below(below > 1_000 ? Math.min(below, FEW_AMOUNTS) : below),
      connect: (url) => {
        const [, name = '', index = ''] = /^http:\/\/(\w+)-(\d)/.exec(url) ?? []
        const node = this.chains[name as NetworkName].nodes[Number(index)]
        if (!node) throw new Error(`there is no node at ${url}`)
        return async (method, params) => {
          for (let turns = this.dice.below(3); turns > 0; turns--) await Promise.resolve()
          if (method === 'eth_sendRawTransaction') await checkOffer(this, String(params[0]))
          const answer = await node.rpc(method, params)
          this.#noteShown(url, answer)
          return answer
        }
      },
    })
  }
}

/** Merchants have proven their wallets. */
async function proveWallets(world: World): Promise<void> {
  const { merchants, time } = world
  await world.anyServer().ctx.transact(async (tx) => {
    for (const { id, wallets } of merchants) {
      for (const wallet of wallets) {
        const isOther = wallet === WALLETS.shared && id !== merchants[0]?.id
        const user = { namespace: 'eip155', address: wallet.toLowerCase(), merchant_id: id, created_at: time } as const
        await putUser(tx, { ...user, role: isOther ? 'shared' : 'owner' }, { proven_at: time })
      }
    }
  })
}

function isNamed(answer: unknown): answer is { readonly transactionHash?: unknown } {
  return typeof answer === 'object' && answer !== null
}
