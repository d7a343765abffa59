import type { Payment, PublicPayment } from '@crypto-checkout/core'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cleanUp, openShop, pollUntil, type Shop, toMillionths } from '../support/harness.ts'

const HOUR_MS = 3_600_000

let devnet: Devnet
let shop: Shop

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0 })
})

afterEach(async () => {
  await shop.close()
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A shop on both local networks. */
function openOnBoth(): Promise<Shop> {
  const configOf = ({ rpcUrl, chainId, coins }: Devnet['networks']['polygon']) => {
    return { rpcUrls: [rpcUrl], chainId, coins, pollMs: 50 }
  }
  const { ethereum, polygon } = devnet.networks
  const networks = { ethereum: configOf(ethereum), polygon: configOf(polygon) }
  return openShop(devnet, { config: { sandbox: { networks } } })
}

let visits = 0

/** From a different address each time, because requests per address are limited. */
async function visit<Answer>(payment: Payment, path: string, body?: object): Promise<Answer> {
  visits += 1
  const answer = await shop.checkout.handle({
    method: body ? 'POST' : 'GET',
    path: `/pay/${payment.id.slice(4)}/${path}`,
    query: '',
    headers: body ? { 'content-type': 'application/json' } : {},
    body: { kind: 'bytes', bytes: Buffer.from(body ? JSON.stringify(body) : '') },
    address: `10.0.${visits >> 8}.${visits & 255}`,
  })
  expect(answer?.status).toBe(200)
  return JSON.parse(String(answer?.body)) as Answer
}

const viewOf = (payment: Payment) => visit<PublicPayment>(payment, 'status')

test('the exact amount on the wrong network is told to the payer and the merchant, and pays nothing', async () => {
  shop = await openOnBoth()
  const payment = await shop.create({ network: 'polygon' })
  const amount = toMillionths(payment.amountDue)
  const sent = { network: 'ethereum', cryptocurrency: 'USDC', to: payment.address, amount } as const
  const hash = await devnet.payer.send(sent)
  await mine(devnet.networks.ethereum)
  const { misdirected } = await pollUntil(
    () => viewOf(payment),
    (view) => view.misdirected.length > 0,
  )
  const found = { hash, amount: payment.cryptoAmount, cryptocurrency: 'USDC', network: 'ethereum' }
  expect(misdirected).toMatchObject([found])
  expect(await shop.transfers()).toMatchObject([{ ...found, payment: null }])
  expect(await shop.get(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })

  await devnet.payer.send({ ...sent, network: 'polygon' })
  await mine(devnet.networks.polygon)
  await shop.until(payment, ({ status }) => status === 'processing')
  expect((await viewOf(payment)).misdirected).toMatchObject([found])
  await mine(devnet.networks.polygon, 3)
  await shop.until(payment, ({ status }) => status === 'completed')
  expect((await viewOf(payment)).misdirected).toMatchObject([found])
})

test('what a wallet reports is seen at once, and what it brought is suggested to the merchant', async () => {
  shop = await openShop(devnet, { network: { pollMs: HOUR_MS } })
  await pollUntil(
    () => shop.checkout.networks(),
    ([network]) => network?.read !== null,
  )
  const payment = await shop.create()
  const { payer } = devnet.accounts
  const send = (amount: bigint) =>
    devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to: payment.address, amount })
  const tooLittle = await send(toMillionths(payment.amountDue) - 10_000n)
  await mine(devnet.networks.ethereum)
  await visit(payment, 'transactions', { hash: tooLittle, from: payer })
  await pollUntil(
    () => viewOf(payment),
    ({ misdirected }) => misdirected.length > 0,
  )
  expect(await shop.transfers()).toMatchObject([{ hash: tooLittle, payment: null, namedBy: [payment.id] }])

  const right = await send(toMillionths(payment.amountDue))
  const { reported } = await visit<PublicPayment>(payment, 'transactions', { hash: right, from: payer })
  expect(reported).toMatchObject([{ hash: right }])
  await mine(devnet.networks.ethereum)
  await visit(payment, 'transactions', { hash: right, from: payer })
  await shop.until(payment, ({ status }) => status === 'processing')
  expect((await viewOf(payment)).reported).toEqual([])
})
