/** The guarantees of several servers on one PostgreSQL, while servers are killed, paused and cut off. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Event, Payment, Refund, Settlement } from '@crypto-checkout/core'
import { openReceiver } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { createRandom, readBalance } from '@crypto-checkout/devnet/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cluster, ClusterNode } from '../support/cluster.ts'
import { cleanUp, createDatabase, toMillionths } from '../support/harness.ts'
import {
  listPaymentsFrom,
  type ManyNodes,
  openManyNodes,
  pollUntil,
  serve,
  type TwoChains,
} from '../support/nodes-shop.ts'

/** `NODES=2,4 NODES_PAYMENTS=2000` requests a longer run than a normal test has time for. */
const SIZES = (process.env.NODES ?? '2').split(',').map(Number)
const PAYMENTS = Number(process.env.NODES_PAYMENTS ?? 1_000)
const CUSTOMERS = Math.max(10, PAYMENTS / 20)
/** One in this many payments is refunded. */
const REFUND_EVERY = 15
const PAUSE_MS = 20_000
/** Pause between two disturbances. */
const CALM_MS = 700
/** Orders continue until the servers were disturbed this often. */
const LEAST_DISTURBANCES = 6
/** Requests per account and minute. */
const LIMIT = 200

let devnet: TwoChains
let receiver: Awaited<ReturnType<typeof openReceiver>>

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum', 'polygon'], blockTimeMs: 250 })
  receiver = await openReceiver()
})

afterAll(async () => {
  await receiver.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** Disturbs servers at random times until stopped. One server is always left alone. */
function disturb({ nodes }: Cluster) {
  const draw = createRandom(1)
  const random = (below: number) => Math.floor(draw() * below)
  const done = { kills: 0, pauses: 0, cuts: 0 }
  const pauses = new Set<Promise<void>>()
  const busy = new Set<number>()
  let stopped = false

  async function pause(index: number): Promise<void> {
    done.pauses += 1
    busy.add(index)
    nodes[index]?.pause()
    await sleep(PAUSE_MS)
    nodes[index]?.goOn()
    busy.delete(index)
  }

  async function once(): Promise<void> {
    const index = random(nodes.length)
    const node = nodes[index]
    if (!node || busy.has(index)) return
    const what = random(10)
    if (what < 6) {
      done.cuts += 1
      node.cut()
    } else if (busy.size === nodes.length - 1) {
      return
    } else if (what < 8) {
      done.kills += 1
      await node.kill()
      await node.start()
    } else if (what < 9) {
      expect(await node.stop()).toBe(0)
      await node.start()
    } else {
      beginPause(index)
    }
  }

  function beginPause(index: number): void {
    const paused = pause(index).finally(() => pauses.delete(paused))
    pauses.add(paused)
  }

  const ended = (async () => {
    beginPause(0)
    while (!stopped) {
      await once()
      await sleep(CALM_MS)
    }
    await Promise.all(pauses)
  })()
  return {
    count: () => done.kills + done.pauses + done.cuts,
    async stop() {
      stopped = true
      await ended
    },
  }
}

/** Closes the period at random times, on any server. */
function settleAtTimes(shop: ManyNodes) {
  let stopped = false
  const ended = (async () => {
    while (!stopped) {
      await shop.post('/settlements', {})
      await sleep(3_000)
    }
  })()
  return async () => {
    stopped = true
    await ended
  }
}

test('what one server is asked or sees, the other knows at once', async () => {
  const shop = await openManyNodes(2, {
    devnet,
    database: await createDatabase(),
    hook: `${receiver.url}/pair`,
    limit: LIMIT,
  })
  const [one, other] = shop.cluster.nodes
  if (!one || !other) throw new Error('two servers')
  const order = {
    amount: 5,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: shop.wallets.ethereum,
  }
  const post = (node: ClusterNode) =>
    shop.request(node, '/payments', {
      method: 'POST',
      body: JSON.stringify(order),
      headers: { 'idempotency-key': 'one' },
    })

  const answers = await Promise.all([post(one), post(other), post(one), post(other)])
  const made = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id))
  expect(made.size).toBe(1)
  for (const { status, body } of answers) if (status !== 201) expect(body.error.code).toBe('idempotency_in_progress')

  const [id = ''] = made
  const { address, amountDue } = (await shop.request(one, `/payments/${id}`)).body as Payment
  await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to: address, amount: toMillionths(amountDue) })
  const statusOn = async (node: ClusterNode) =>
    ((await (await fetch(`${node.url}/pay/${id.slice(4)}/status`)).json()) as { status: string }).status
  for (const wanted of ['processing', 'completed']) {
    await pollUntil(
      () => statusOn(one),
      (status) => status === wanted || status === 'completed',
    )
    expect([wanted, 'completed']).toContain(await statusOn(other))
  }

  const created = await Promise.all(
    Array.from({ length: 2 * LIMIT }, (_, index) => shop.request(index % 2 ? one : other, '/payments')),
  )
  const accepted = created.filter(({ status }) => status === 200).length
  expect(accepted).toBeLessThan(LIMIT)
  expect(accepted).toBeGreaterThan(LIMIT / 2)
  await shop.cluster.close()
})

test.each(SIZES)(
  '%i servers lose nothing and do nothing twice',
  async (size) => {
    const shop = await openManyNodes(size, {
      devnet,
      database: await createDatabase(),
      hook: `${receiver.url}/${size}`,
    })
    const disturbances = disturb(shop.cluster)
    const stopSettling = settleAtTimes(shop)
    const ids = await serveCustomers(shop, PAYMENTS / CUSTOMERS)
    while (disturbances.count() < LEAST_DISTURBANCES) ids.push(...(await serveCustomers(shop, 2)))
    await disturbances.stop()
    await stopSettling()

    const payments = await settled(shop, ids.length)
    expect(payments.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(new Set(payments.map(({ amountReceived, cryptoAmount }) => amountReceived === cryptoAmount))).toEqual(
      new Set([true]),
    )
    await expectRefundsPaidOnce(shop)
    await expectSettledOnce(shop, payments)
    const events = await shop.events()
    expectOneStory(events, payments)
    await expectDelivered(events, `/hook/${size}`)
    for (const node of shop.cluster.nodes) expect(await node.stop()).toBe(0)
    await shop.cluster.close()
  },
  600_000 + PAYMENTS * 1_000,
)

/** Lets all customers order and pay at once. Returns the ids of their payments. */
async function serveCustomers(shop: ManyNodes, count: number): Promise<string[]> {
  const share = { count, refundEvery: REFUND_EVERY }
  return (await Promise.all(Array.from({ length: CUSTOMERS }, () => serve(shop, devnet, share)))).flat()
}

/** All payments, once each is completed and paid out and all refunds exist. */
async function settled(shop: ManyNodes, count: number): Promise<Payment[]> {
  const completed = () => shop.get<{ totalCount: number }>('/payments?status=completed&limit=1')
  await pollUntil(completed, ({ totalCount }) => totalCount === count)
  await pollUntil(
    () => shop.list<Refund>('/refunds'),
    (refunds) => refunds.every(({ status }) => status === 'completed'),
  )
  // Until the factory's deployment is final, no deposits are settled.
  await pollUntil(
    async () => {
      await shop.post('/settlements', {})
      return shop.list<Payment>('/payments')
    },
    (payments) => payments.every(({ settlement }) => settlement !== null),
  )
  await pollUntil(
    () => shop.list<Settlement>('/settlements'),
    (settlements) => settlements.every(({ status }) => status === 'completed'),
  )
  return shop.list<Payment>('/payments')
}

async function expectRefundsPaidOnce(shop: ManyNodes): Promise<void> {
  const refunds = await shop.list<Refund>('/refunds')
  const expectedPayouts = refunds.map(({ destination, cryptoAmount }) => ({
    to: destination?.toLowerCase(),
    amount: toMillionths(cryptoAmount),
  }))
  const paid = await listPaymentsFrom(devnet.networks.ethereum, shop.refunder)
  expect(expectedPayouts.length).toBeGreaterThanOrEqual(CUSTOMERS)
  expect(sorted(paid)).toEqual(sorted(expectedPayouts))
}

function sorted(transfers: readonly { to: string | undefined; amount: bigint }[]): string[] {
  return transfers.map(({ to, amount }) => `${to} ${amount}`).sort()
}

async function expectSettledOnce(shop: ManyNodes, payments: readonly Payment[]): Promise<void> {
  const settlements = await shop.list<Settlement>('/settlements')
  expect(settlements.reduce((sum, { paymentCount }) => sum + paymentCount, 0)).toBe(payments.length)
  for (const network of ['ethereum', 'polygon'] as const) {
    const settledAmount = total(settlements.filter((one) => one.network === network).map(({ amount }) => amount))
    const received = total(payments.filter((one) => one.network === network).map((one) => one.amountReceived))
    expect(settledAmount).toBe(received)
    expect(await readBalance(devnet.networks[network], shop.wallets[network])).toBe(received)
  }
}

function total(amounts: readonly string[]): bigint {
  return amounts.reduce((sum, amount) => sum + toMillionths(amount), 0n)
}

/** Each payment has its events once and in order, in one sequence without gaps. */
function expectOneStory(events: readonly Event[], payments: readonly Payment[]): void {
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  const stories = Map.groupBy(events, ({ data }) => data.object.id)
  for (const { id } of payments) {
    const types = stories.get(id)?.map(({ type }) => type.replace('payment.', '')) ?? []
    expect(['created completed', 'created processing completed']).toContain(
      types.filter((type) => type !== 'refunded').join(' '),
    )
  }
  expect(new Set(events.map(({ type }) => type))).not.toContain('transfer.unattributed')
}

/**
 * Every event arrives, except bookings, which `*` leaves out. A failed delivery arrives after newer events, as the
 * sequence in each body shows. Even so, most payments' events arrive in order.
 */
async function expectDelivered(events: readonly Event[], path: string): Promise<void> {
  const arrivals = () => receiver.received.filter((one) => one.path === path).map(({ event }) => event)
  const missing = async () => {
    const arrived = new Set(arrivals().map(({ id }) => id))
    return events.filter(({ id, type }) => type !== 'booking.created' && !arrived.has(id))
  }
  await pollUntil(missing, (left) => left.length === 0)
  // A map keeps its insertion order.
  const first = new Map<string, Event>()
  for (const event of arrivals()) if (!first.has(event.id)) first.set(event.id, event)
  const stories = [...Map.groupBy(first.values(), ({ data }) => data.object.id).values()]
  const inOrder = stories.filter((story) =>
    story.every((event, index) => event.sequence > (story[index - 1]?.sequence ?? 0)),
  )
  expect(inOrder.length).toBeGreaterThan(0.9 * stories.length)
}
