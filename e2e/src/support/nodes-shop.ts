/** A shop with several servers, its customers, and the final state of everything. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiKey, createCheckout, type Event, type Payment, type Refund } from '@crypto-checkout/core'
import type { Devnet } from '@crypto-checkout/devnet'
import { callRpc } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import { type Cluster, type ClusterNode, startCluster } from './cluster.ts'
import { createWallet, toMillionths } from './harness.ts'

export type TwoChains = Devnet<'ethereum' | 'polygon'>
export type ManyNodes = Awaited<ReturnType<typeof openManyNodes>>

const TRY_MS = 3_000
/** The time for which a server that did not answer is skipped, as a load balancer would do. */
const REST_MS = 5_000
const PAGE = 100
/** Millionths of each coin: more than all refunds together. */
const PLENTY = 1_000_000_000_000n

type Setting = {
  readonly devnet: TwoChains
  readonly database: string
  /** The URL to which events are posted. */
  readonly hook: string
  /** Requests per minute. */
  readonly limit?: number
}

/** Direct payments on Ethereum, refunded by a key, and deposits on Polygon, swept by a key. */
export async function openManyNodes(size: number, { devnet, database, hook, limit = 1_000_000 }: Setting) {
  const [gasKey, refundKey] = [newKey(), newKey()]
  for (const key of [gasKey, refundKey]) await devnet.faucet(new Wallet(key).address, PLENTY)
  const wallets = { ethereum: createWallet(), polygon: createWallet() } as const
  const { ethereum, polygon } = devnet.networks
  const read = ({ rpcUrl, chainId, coins }: typeof ethereum) => ({ rpcUrls: [rpcUrl], chainId, coins, pollMs: 250 })
  const first = createCheckout({ publicUrl: 'http://127.0.0.1', database, sandbox: { networks: {} } })
  await first.ready()
  const { id: merchant } = await first.merchant.retrieve()
  const keys = await createApiKey(first.context, { environment: 'sandbox' })
  await first.stop()
  const refunds = { env: 'REFUND_KEY', merchant, wallets: [wallets.ethereum], maxPerDay: 1_000_000 }
  const networks = {
    ethereum: { ...read(ethereum), refundKey: refunds },
    polygon: { ...read(polygon), collection: 'deposit', gasKey: { env: 'GAS_KEY' } },
  }
  const config = { publicUrl: 'http://127.0.0.1', plans: { sandbox: limit }, sandbox: { networks } }
  const env = { GAS_KEY: gasKey, REFUND_KEY: refundKey }
  const cluster = await startCluster(size, { database, config, env })
  const headers = {
    authorization: `Bearer ${keys.publicKey}`,
    'x-api-secret': keys.secretKey,
    'content-type': 'application/json',
  }
  const api = client(cluster, headers)
  await api.post('/webhooks', { url: hook })
  /** Sends one request to one server. */
  async function request(node: ClusterNode, path: string, init: RequestInit = {}) {
    const answer = await fetch(`${node.url}/sandbox/v1${path}`, { ...init, headers: { ...headers, ...init.headers } })
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: answer.status, body: (await answer.json()) as any }
  }

  return { cluster, wallets, refunder: new Wallet(refundKey).address.toLowerCase(), request, ...api }
}

function newKey(): string {
  return `0x${randomBytes(32).toString('hex')}`
}

/** Sends a request to any running server and tries another while there is no answer. Keeps the same key, as clients should. */
function client({ nodes }: Cluster, headers: Record<string, string>) {
  const restUntil = new Map<ClusterNode, number>()
  let turn = 0

  function next(): ClusterNode | undefined {
    turn += 1
    const now = performance.now()
    const up = nodes.filter((node) => node.alive && (restUntil.get(node) ?? 0) < now)
    return up[turn % up.length]
  }

  /** Null if the server did not answer. */
  async function ask(node: ClusterNode, path: string, init: RequestInit): Promise<Response | null> {
    try {
      return await fetch(`${node.url}/sandbox/v1${path}`, { ...init, signal: AbortSignal.timeout(TRY_MS) })
    } catch {
      restUntil.set(node, performance.now() + REST_MS)
      return null
    }
  }

  async function call<T>(path: string, init: RequestInit): Promise<T> {
    for (;;) {
      const node = next()
      const answer = node ? await ask(node, path, init) : null
      if (answer?.ok) return (await answer.json()) as T
      const body = answer ? await answer.text() : ''
      const passes = !answer || answer.status >= 500 || body.includes('idempotency_in_progress')
      if (!passes) throw new Error(`${init.method} ${path}: ${answer.status} ${body}`)
      await sleep(50)
    }
  }

  const get = <T>(path: string) => call<T>(path, { method: 'GET', headers })

  async function list<T extends { readonly id: string }>(path: string, query = ''): Promise<T[]> {
    const all: T[] = []
    for (;;) {
      const after = all.at(-1) ? `&starting_after=${all.at(-1)?.id}` : ''
      const page = await get<{ data: T[]; hasMore: boolean }>(`${path}?limit=${PAGE}${query}${after}`)
      all.push(...page.data)
      if (!page.hasMore) return all
    }
  }

  return {
    get,
    list,
    post: <T>(path: string, body: object): Promise<T> =>
      call(path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify(body),
      }),
    /** All events from the first on. */
    async events(): Promise<Event[]> {
      const all: Event[] = []
      for (;;) {
        const page = await get<{ data: Event[]; hasMore: boolean }>(`/events?limit=${PAGE}&after=${all.length}`)
        all.push(...page.data)
        if (!page.hasMore) return all
      }
    },
  }
}

/** One customer after another orders and pays; some are refunded. Returns the ids of the orders. */
export async function serve(
  shop: ManyNodes,
  devnet: TwoChains,
  share: { readonly count: number; readonly refundEvery: number },
): Promise<string[]> {
  const ids: string[] = []
  const refunds: Promise<unknown>[] = []
  for (let index = 0; index < share.count; index++) {
    const network = index % 4 === 0 ? 'polygon' : 'ethereum'
    const order = { amount: 1 + (index % 50), currency: 'USD', cryptocurrency: 'USDC', network }
    const payment = await shop.post<Payment>('/payments', { ...order, merchantWallet: shop.wallets[network] })
    ids.push(payment.id)
    const amount = toMillionths(payment.amountDue)
    await devnet.payer.send({ network, cryptocurrency: 'USDC', to: payment.address, amount })
    if (network === 'ethereum' && index % share.refundEvery === 1) refunds.push(payBack(shop, payment))
  }
  await Promise.all(refunds)
  return ids
}

async function payBack(shop: ManyNodes, { id }: Payment): Promise<void> {
  await pollUntil(
    () => shop.get<Payment>(`/payments/${id}`),
    ({ status }) => status === 'completed',
  )
  const destination = createWallet()
  const refund = await shop.post<Refund>('/refunds', { paymentId: id, destination })
  if (refund.status === 'failed') throw new Error(JSON.stringify(refund))
}

/** Polls until the answer is the wanted one, within the test's time. */
export async function pollUntil<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    await sleep(500)
  }
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The recipients of USDC from an account, with amounts in millionths. */
export async function listPaymentsFrom(network: TwoChains['networks']['ethereum'], account: string) {
  const topics = [TRANSFER, `0x${account.slice(2).padStart(64, '0')}`]
  const filter = { address: network.coins.USDC.address, fromBlock: '0x0', topics }
  const logs = (await callRpc(network, 'eth_getLogs', [filter])) as { topics: string[]; data: string }[]
  return logs.map((log) => ({ to: `0x${log.topics[2]?.slice(26)}`, amount: BigInt(log.data) }))
}
