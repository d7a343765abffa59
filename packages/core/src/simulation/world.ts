import type { Environment } from '../catalog/environments.ts'
import { NodeError } from '../chains/node-error.ts'
import type { ToldJob } from '../jobs/runner.ts'
import { type ApiKeyPair, createApiKey } from '../keys/create.ts'
import { createMerchant, ensureFirstMerchant } from '../merchants/create.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { Ended } from '../testing/deadline.ts'
import { scriptFactory } from '../testing/scripted-factory.ts'
import { SimulatedChain } from './chain.ts'
import { checkOffer } from './check-sends.ts'
import { chainIds, configOf, DAI, type NetworkName, type Setting, settingOf, USDC, WALLETS } from './config.ts'
import { Dice } from './dice.ts'
import { History } from './history.ts'
import { Receivers } from './receivers.ts'
import { openServer, type Server } from './server.ts'
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

/** Everything there is: clocks, chains, merchants with their servers, and the checkout between them. */
export class World {
  readonly dice: Dice
  readonly setting: Setting
  readonly storage = openSqlite({ path: ':memory:' })
  readonly chains: Readonly<Record<NetworkName, SimulatedChain>>
  readonly receivers: Receivers
  readonly history: History
  /** What happened, a word or two for each step. */
  readonly trace: string[] = []
  merchants: readonly Merchant[] = []
  server: Server
  /** True time, in milliseconds. */
  time = START
  /** How far the checkout's clock is ahead of true time. */
  skew = 0

  private constructor(seed: number) {
    this.dice = new Dice(seed)
    this.setting = settingOf(this.dice)
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
    scriptFactory(this.chains.polygon.node, [USDC, DAI])
    this.receivers = new Receivers(this.dice, () => this.now())
    this.history = new History()
    this.server = this.#open()
  }

  static async open(seed: number): Promise<World> {
    const world = new World(seed)
    const { ctx } = world.server
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
    // From now on the first merchant has a key for refunds.
    world.restart()
    return world
  }

  /** What the checkout's clock shows. */
  now(): number {
    return this.time + this.skew
  }

  /** A new process on what is on disk. */
  restart(): void {
    this.server.life.end()
    this.server = this.#open()
  }

  /** A request to the API, as a merchant's server makes it. */
  async ask(merchant: Merchant, method: string, target: string, asked: Asked = {}): Promise<Answer> {
    const { environment = 'sandbox', body, key } = asked
    const pair = merchant[environment]
    const [path = '', query = ''] = target.split('?')
    const { life, handle } = this.server
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

  /** One pass of a job. What nodes did wrong is no failure. True when there is more to do at once. */
  async runJob(job: ToldJob): Promise<boolean> {
    const { life } = this.server
    try {
      const { more } = await job.run()
      if (job.name === 'deliver') await this.server.idle()
      return more && !life.isOver
    } catch (error) {
      if (life.isOver || error instanceof Ended) return false
      const told = job.explain(error)
      if (error instanceof NodeError) return false
      throw new Violation('no defects', `${job.name}: ${told}: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }

  async close(): Promise<void> {
    this.server.life.end()
    await this.storage.close()
  }

  #open(): Server {
    const refunder = this.merchants[0]?.id ?? null
    return openServer(configOf(this.setting, refunder), {
      storage: this.storage,
      receivers: this.receivers,
      now: () => this.now(),
      elapsed: () => this.time - START,
      // Amounts are chosen among few, so that payments come into each other's way.
      random: (below) => this.dice.below(below > 1_000 ? Math.min(below, FEW_AMOUNTS) : below),
      connect: (url) => {
        const [, name = '', index = ''] = /^http:\/\/(\w+)-(\d)/.exec(url) ?? []
        const node = this.chains[name as NetworkName].nodes[Number(index)]
        if (!node) throw new Error(`there is no node at ${url}`)
        return async (method, params) => {
          for (let turns = this.dice.below(3); turns > 0; turns--) await Promise.resolve()
          if (method === 'eth_sendRawTransaction') await checkOffer(this, String(params[0]))
          return node.rpc(method, params)
        }
      },
    })
  }
}
