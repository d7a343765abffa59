import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createApiKey,
  createCheckout,
  type Event,
  type List,
  type Payment,
  type Refund,
  type Settlement,
  type TypedData,
} from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { readBalance } from '@crypto-checkout/devnet/testing'
import { id, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Kind, type Point, points, startDeadlyNode } from '../support/deadly-node.ts'
import {
  ask,
  cleanUp,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  pay,
  pollUntil,
  startServer,
  toMillionths,
} from '../support/harness.ts'

const POLL_MS = 100
const DAY_S = 86_400

type Server = Awaited<ReturnType<typeof startServer>>
type Node = Awaited<ReturnType<typeof startDeadlyNode>>

let devnet: Ethereum
let node: Node

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 200 })
  node = await startDeadlyNode(devnet.networks.ethereum.rpcUrl)
})

afterAll(async () => {
  await node.stop()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A shop in its own folder, with keys for gas and for refunds. Its payments have their own addresses. */
async function openShop() {
  const [gas, refunds] = [newKey(), newKey()]
  for (const { address } of [gas, refunds]) await devnet.faucet(address)
  const wallet = createWallet()
  const cwd = createTemporaryFolder()
  const database = `sqlite:${join(cwd, 'data', 'checkout.db')}`
  const first = createCheckout({
    publicUrl: 'https://pay.example.com',
    database,
    log: () => {},
    ...createSandboxConfig(devnet),
  })
  await first.ready()
  const { id: merchant } = await first.merchant.retrieve()
  const key = await createApiKey(first.context, { environment: 'sandbox' })
  await first.stop()
  const network = {
    ...{ rpcUrls: [node.url], pollMs: POLL_MS, collection: 'deposit', minSweep: 1, gasKey: { env: 'GAS_KEY' } },
    gasless: { maxFeePerPayment: 0.01, maxFeePerDay: 1 },
    refundKey: { env: 'REFUND_KEY', merchant, wallets: [wallet], maxPerDay: 1_000 },
  }
  const config = { ...createSandboxConfig(devnet, network), plans: { sandbox: 100_000 } }
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(config))
  const env = { GAS_KEY: gas.privateKey, REFUND_KEY: refunds.privateKey }
  const headers = { authorization: `Bearer ${key.publicKey}`, 'x-api-secret': key.secretKey }
  let server: Server | null = null
  const fetchOne = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const answer = await fetch(`${server?.url}${path}`, init)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const shop = {
    ...{ gas, refunds, wallet },
    async start(): Promise<void> {
      server = await startServer(['--port', '0'], { cwd, env })
    },
    kill: () => server?.signal('SIGKILL'),
    ended: () => server?.ended,
    read: <T>(path: string): Promise<T> => fetchOne(`/sandbox/v1${path}`, { headers }),
    /** A caller without an answer repeats the request with the same `name`. */
    post: <T>(path: string, body: object, name: string): Promise<T> => {
      const requestHeaders = { ...headers, 'content-type': 'application/json', 'idempotency-key': name }
      return fetchOne(`/sandbox/v1${path}`, { method: 'POST', headers: requestHeaders, body: JSON.stringify(body) })
    },
    settle: (name: string) => shop.post<List<Settlement>>('/settlements', {}, name),
    create(): Promise<Payment> {
      const order = { amount: 2, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', expiresIn: DAY_S }
      return shop.post('/payments', { ...order, merchantWallet: wallet }, randomUUID())
    },
    /** Signs an authorization of a payer. The returned function submits it, and can be repeated. */
    async authorize({ id }: Payment, payer: Wallet): Promise<() => Promise<unknown>> {
      const path = `/pay/${id.slice(4)}`
      const { types, domain, message } = await fetchOne<TypedData>(`${path}/authorization?from=${payer.address}`)
      const { EIP712Domain: _, ...asked } = types
      const body = JSON.stringify({ from: payer.address, signature: await payer.signTypedData(domain, asked, message) })
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      return () => fetchOne(`${path}/authorizations`, init)
    },
    /** The same as a program that pays by x402. */
    async signAsProgram({ url }: Payment, payer: Wallet): Promise<() => Promise<unknown>> {
      const path = new URL(url).pathname
      const asked = await fetch(`${server?.url}${path}`)
      const [accepted] = decodeBase64(asked.headers.get('payment-required') ?? '').accepts
      const { network, asset: verifyingContract, payTo: to, amount: value, extra } = accepted
      const { name, version } = extra
      const domain = { name, version, chainId: Number(network.split(':')[1]), verifyingContract }
      // It is sent many kills later.
      const validBefore = String(Math.floor(Date.now() / 1_000) + 3_600)
      const nonce = `0x${randomBytes(32).toString('hex')}`
      const authorization = { from: payer.address, to, value, validAfter: '0', validBefore, nonce }
      const signature = await payer.signTypedData(domain, TRANSFER, authorization)
      const payload = { x402Version: 2, accepted, payload: { signature, authorization } }
      const headers = { 'payment-signature': Buffer.from(JSON.stringify(payload)).toString('base64') }
      return () => fetchOne(path, { headers })
    },
    until: (payment: Payment, status: Payment['status']) =>
      pollUntil(
        () => shop.read<Payment>(`/payments/${payment.id}`),
        (now) => now.status === status,
        POLL_MS,
      ),
    all: async <T>(path: string) => (await shop.read<List<T>>(`${path}?limit=100`)).data,
    async events(): Promise<Event[]> {
      const events: Event[] = []
      for (;;) {
        const { data, hasMore } = await shop.read<List<Event>>(`/events?after=${events.length}&limit=100`)
        events.push(...data)
        if (!hasMore) return events
      }
    },
  }
  return shop
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** As EIP-3009 defines it. */
const TRANSFER = {
  TransferWithAuthorization: [
    ...['from', 'to'].map((name) => ({ name, type: 'address' })),
    ...['value', 'validAfter', 'validBefore'].map((name) => ({ name, type: 'uint256' })),
    { name: 'nonce', type: 'bytes32' },
  ],
}

function decodeBase64(text: string) {
  return JSON.parse(Buffer.from(text, 'base64').toString())
}

function newKey(): Wallet {
  return new Wallet(`0x${randomBytes(32).toString('hex')}`)
}

/** One address from each of the given events of USDC's contract. */
async function named(event: string, index: number): Promise<string[]> {
  const { address } = devnet.networks.ethereum.coins.USDC
  const filter = { address, topics: [id(event)], fromBlock: '0x0', toBlock: 'latest' }
  const logs = (await ask(devnet, 'eth_getLogs', [filter])) as { readonly topics: readonly string[] }[]
  return logs.map(({ topics }) => `0x${topics[index]?.slice(26)}`)
}

/** Counts how often each of `some` occurs in `all`. */
function timesOf(all: readonly string[], some: readonly { readonly address: string }[]): number[] {
  return some.map(({ address }) => all.filter((one) => one === address.toLowerCase()).length)
}

const once = (some: readonly unknown[]) => some.map(() => 1)
const sum = (amounts: readonly string[]) => amounts.map(toMillionths).reduce((total, one) => total + one, 0n)

/** Ten payments of each kind: to be settled, to be refunded (already paid and settled), and to be paid without gas. */
async function prepare(shop: Shop) {
  const createTen = () => Promise.all(points.map(() => shop.create()))
  const [settled, refunded, relayed] = [await createTen(), await createTen(), await createTen()]
  const payers = points.map(newKey)
  for (const payment of refunded) await pay(devnet, payment)
  for (const { address: to } of payers) {
    await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to, amount: 5_000_000n })
  }
  for (const payment of refunded) await shop.until(payment, 'completed')
  // Nothing is settled until the contract's deployment is final.
  await pollUntil(
    () => shop.settle(randomUUID()),
    ({ data }) => data.length > 0,
    250,
  )
  const signed: (() => Promise<unknown>)[] = []
  for (const [index, payer] of payers.entries()) {
    const sign = index % 2 === 0 ? shop.authorize : shop.signAsProgram
    signed.push(await sign(relayed[index] as Payment, payer))
  }
  return { settled, refunded, relayed, payers, signed, destinations: points.map(() => ({ address: createWallet() })) }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Kills a process at each point of each kind. Requests without an answer are repeated with the next process. */
async function killThirtyTimes(shop: Shop, { settled, refunded, signed, destinations }: Prepared): Promise<void> {
  const unanswered: (() => Promise<unknown>)[] = []
  const round = async (kind: Kind, point: Point, order: () => Promise<unknown>, ready?: Payment) => {
    if (ready) await pay(devnet, ready)
    await shop.start()
    for (const again of unanswered.splice(0)) await again()
    if (ready) await shop.until(ready, 'completed')
    const reached = node.reach(kind, point, shop.kill)
    await order().catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error
      unanswered.push(order)
    })
    await reached
    expect(await shop.ended()).toBe(137)
  }
  for (const [index, point] of points.entries()) {
    await round('settle', point, () => shop.settle(`settle ${index}`), settled[index])
    const refund = { paymentId: refunded[index]?.id, destination: destinations[index]?.address }
    await round('refund', point, () => shop.post('/refunds', refund, `refund ${index}`))
    await round('relay', point, signed[index] ?? shop.events)
  }
  await shop.start()
  for (const again of unanswered) await again()
}

/** Waits until everything is completed and settled, and returns it. */
async function finish(shop: Shop) {
  const payments = await pollUntil(
    async () => {
      await shop.settle(randomUUID())
      return shop.all<Payment>('/payments')
    },
    (now) => now.every(({ status, settlement }) => status === 'completed' && settlement !== null),
    250,
  )
  const settlements = await pollUntil(
    () => shop.all<Settlement>('/settlements'),
    (now) => now.every(({ status }) => status !== 'pending'),
    POLL_MS,
  )
  const refunds = await pollUntil(
    () => shop.all<Refund>('/refunds'),
    (now) => now.every(({ status }) => status === 'completed'),
    POLL_MS,
  )
  return { payments, settlements, refunds }
}

type Finished = Awaited<ReturnType<typeof finish>>

async function expectMovedOnce(shop: Shop, { payers, destinations }: Prepared, finished: Finished): Promise<void> {
  const { payments, settlements, refunds } = finished
  const from = await named('Transfer(address,address,uint256)', 1)
  const to = await named('Transfer(address,address,uint256)', 2)
  const due = sum(payments.map(({ cryptoAmount }) => cryptoAmount))
  expect([timesOf(to, payments), timesOf(from, payments)]).toEqual([once(payments), once(payments)])
  expect(await readBalance(devnet.networks.ethereum, shop.wallet)).toBe(due)
  expect([timesOf(to, destinations), timesOf(from, payers)]).toEqual([once(destinations), once(payers)])
  expect(timesOf(await named('AuthorizationUsed(address,bytes32)', 1), payers)).toEqual(once(payers))
  expect(settlements.map(({ status }) => status)).toEqual(settlements.map(() => 'completed'))
  expect(sum(settlements.map(({ amount }) => amount))).toBe(due)
  expect(settlements.reduce((total, { paymentCount }) => total + paymentCount, 0)).toBe(payments.length)
  const sentBy = async ({ address }: Wallet) =>
    Number(await ask(devnet, 'eth_getTransactionCount', [address, 'latest']))
  const sweeps = settlements.flatMap(({ transactions }) => transactions)
  expect([await sentBy(shop.gas), await sentBy(shop.refunds)]).toEqual([sweeps.length + payers.length, refunds.length])
}

async function expectToldOnce(shop: Shop, { refunded }: Prepared, finished: Finished): Promise<void> {
  const { payments, settlements, refunds } = finished
  const events = await shop.events()
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  /** Events that come only before finality: they depend on when the process was down. */
  const passing = ['payment.processing', 'refund.submitted']
  const findEventTypes = ({ id: object }: { readonly id: string }) =>
    events.filter(({ type, data }) => data.object.id === object && !passing.includes(type)).map(({ type }) => type)
  for (const payment of payments) {
    const back = refunded.some(({ id: one }) => one === payment.id) ? ['payment.refunded'] : []
    expect(findEventTypes(payment)).toEqual(['payment.created', 'payment.completed', ...back])
  }
  for (const refund of refunds) expect(findEventTypes(refund)).toEqual(['refund.created', 'refund.completed'])
  for (const one of settlements) expect(findEventTypes(one)).toEqual(['settlement.created', 'settlement.completed'])
}

test('a kill -9 at any of thirty points of settling, refunding and relaying moves everything once, and tells it once', async () => {
  const shop = await openShop()
  await shop.start()
  const prepared = await prepare(shop)
  shop.kill()
  await shop.ended()
  await killThirtyTimes(shop, prepared)
  const finished = await finish(shop)
  expect([finished.payments.length, finished.refunds.length]).toEqual([3 * points.length, points.length])
  await expectMovedOnce(shop, prepared, finished)
  await expectToldOnce(shop, prepared, finished)
}, 600_000)
