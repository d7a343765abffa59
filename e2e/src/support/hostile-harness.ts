/** Shared by the tests against hostile nodes: a shop behind two proxies, and the chain's real state to compare with. */
import { randomInt } from 'node:crypto'
import type { Payment } from '@crypto-checkout/core'
import { createHttpRpc } from '@crypto-checkout/core/testing'
import { mine, startHostileProxy } from '@crypto-checkout/devnet/testing'
import { expect } from 'vitest'
import { ask, type Ethereum, openShop, pay, pollUntil, type Shop, toMillionths } from './harness.ts'

/** Head minus two: the `finalized` block of the local chain. */
export const FINAL = 3
/** A month: if many blocks come at once, the chain's clock runs ahead, and nothing may expire because of that. */
const MONTH_S = 2_592_000
/** Timeout of a node's answer */
const TIMEOUT_MS = 500
/** Nodes rest for seconds up to minutes after a failure. Here the rests are this many times shorter. */
const HASTE = 20
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The real checkout with shorter timeouts. */
const hurried = (elapsed: () => number, timeoutMs: number) => ({
  connect: (url: string) => createHttpRpc(url, { timeoutMs }),
  world: { now: Date.now, elapsed, random: (below: number) => randomInt(below) },
})

/** A clock that runs this many times faster, and can be held. */
function createClock(haste: number) {
  let [passed, since, speed] = [0, performance.now(), haste]
  const elapsed = () => passed + (performance.now() - since) * speed
  const run = (next: number) => {
    ;[passed, since, speed] = [elapsed(), performance.now(), next]
  }
  return { elapsed, hold: () => run(0), release: () => run(haste) }
}

type HostileOptions = {
  readonly seed?: number
  readonly nodes?: number
  readonly haste?: number
  readonly timeoutMs?: number
  readonly witnesses?: number
}

/** A shop that reads a devnet's chain only through one or two proxies. */
export async function openHostileShop(
  devnet: Ethereum,
  { seed = 1, nodes = 2, haste = HASTE, timeoutMs = TIMEOUT_MS, witnesses }: HostileOptions = {},
) {
  const { rpcUrl } = devnet.networks.ethereum
  const a = await startHostileProxy(rpcUrl, { seed })
  const b = await startHostileProxy(rpcUrl, { seed: seed + 1 })
  const clock = createClock(haste)
  const shop = await openShop(devnet, {
    network: { rpcUrls: [a.url, b.url].slice(0, nodes), witnesses },
    parts: hurried(clock.elapsed, timeoutMs),
  })
  const payments: Payment[] = []
  const state = async () => (await shop.checkout.networks())[0]
  const trouble = async () => (await state())?.trouble ?? null
  await pollUntil(state, (network) => typeof network?.read === 'number')

  return {
    shop,
    clock,
    a,
    b,
    payments,
    state,
    trouble,
    async create(): Promise<Payment> {
      const payment = await shop.create({ expiresIn: MONTH_S })
      payments.push(payment)
      return payment
    },
    mine: (blocks = 1) => mine(devnet.networks.ethereum, blocks),
    pay: (payment: Payment, amount?: bigint) => pay(devnet, payment, amount ?? toMillionths(payment.cryptoAmount)),
    /** Counts the strikes of the proxies' faults, by the fault's name */
    struck: (name: string) => (a.counts.get(name) ?? 0) + (b.counts.get(name) ?? 0),

    /** Must hold at any time: a payment is completed only with its full amount, and only once that is final. */
    async expectNothingWrong(): Promise<void> {
      const completed = (await Promise.all(payments.map(shop.get))).filter(({ status }) => status === 'completed')
      const [paid, final] = [await paidOnChain(devnet, shop.wallet), await readFinalBlock(devnet)]
      const settled = new Set(paid.filter(({ block }) => block <= final).map(({ amount }) => amount))
      for (const { cryptoAmount } of completed) expect(settled).toContain(toMillionths(cryptoAmount))
    },

    /** Waits until every payment matches the chain: completed once, with exactly its money, and with events in order. */
    async expectAllRight(): Promise<void> {
      const truth = await shouldBe(devnet, shop, payments)
      await pollUntil(
        async () => text(await readShopState(shop, payments)) === text(truth),
        (same) => same,
      ).catch(() => undefined)
      expect(await readShopState(shop, payments), `trouble: ${await trouble()}`).toEqual(truth)
      for (const payment of payments) expectOrder(await shop.listEventTypes(payment), (await shop.get(payment)).status)
    },

    async close(): Promise<void> {
      for (const proxy of [a, b]) proxy.mend()
      await shop.close()
      for (const proxy of [a, b]) await proxy.stop()
    },
  }
}

export type HostileShop = Awaited<ReturnType<typeof openHostileShop>>

type ChainLog = { readonly transactionHash: string; readonly data: string; readonly blockNumber: string }

/** All transfers to a wallet, read from the chain without the proxies. */
async function paidOnChain(devnet: Ethereum, wallet: string) {
  const topics = [TRANSFER, null, `0x${wallet.slice(2).padStart(64, '0')}`]
  const { address } = devnet.networks.ethereum.coins.USDC
  const logs = await ask(devnet, 'eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', address, topics }])
  return (logs as ChainLog[]).map((log) => ({
    hash: log.transactionHash,
    amount: BigInt(log.data),
    block: Number(log.blockNumber),
  }))
}

export async function readFinalBlock(devnet: Ethereum): Promise<number> {
  const block = (await ask(devnet, 'eth_getBlockByNumber', ['finalized', false])) as { number: string }
  return Number(block.number)
}

/** The expected state of every payment, and of all unattributed transfers, once the whole chain is final. */
async function shouldBe(devnet: Ethereum, shop: Shop, payments: readonly Payment[]) {
  const paid = await paidOnChain(devnet, shop.wallet)
  const amounts = new Set(payments.map((payment) => toMillionths(payment.cryptoAmount)))
  return {
    payments: payments.map((payment) => {
      const own = paid.filter(({ amount }) => amount === toMillionths(payment.cryptoAmount))
      return {
        id: payment.id,
        status: own.length > 0 ? 'completed' : 'created',
        received: own.reduce((sum, { amount }) => sum + amount, 0n),
        exceptions: own.length > 1 ? ['overpaid', 'multiple'] : [],
        transactions: own.map(({ hash }) => `final ${hash}`).sort(),
      }
    }),
    nobodys: paid
      .filter(({ amount }) => !amounts.has(amount))
      .map(({ hash }) => `final ${hash}`)
      .sort(),
  }
}

/** The same state as the shop reports it. Orphaned transfers may be kept for the record. */
async function readShopState(shop: Shop, payments: readonly Payment[]) {
  const counted = (list: readonly { readonly hash: string; readonly status: string }[]) =>
    list
      .filter(({ status }) => status !== 'orphaned')
      .map(({ hash, status }) => `${status} ${hash}`)
      .sort()
  const standing = async ({ id }: Payment) => {
    const { status, amountReceived, exceptions, transactions } = await shop.get({ id })
    return { id, status, received: toMillionths(amountReceived), exceptions, transactions: counted(transactions) }
  }
  const transfers = await shop.transfers()
  return {
    payments: await Promise.all(payments.map(standing)),
    nobodys: counted(transfers.filter(({ payment }) => payment === null)),
  }
}

function text(value: unknown): string {
  return JSON.stringify(value, (_key, field) => (typeof field === 'bigint' ? `${field}` : field))
}

/** Created first, completed at most once, and only additional money after that. */
function expectOrder(types: readonly string[], status: string): void {
  const completed = types.indexOf('payment.completed')
  expect(types[0]).toBe('payment.created')
  expect(types.filter((type) => type === 'payment.completed')).toHaveLength(status === 'completed' ? 1 : 0)
  if (completed < 0) return
  for (const type of types.slice(completed + 1)) expect(type).toBe('payment.overpaid')
}
