/** One payment that was paid on two networks, before everything that reads transfers. */
import { expect, onTestFinished, test } from 'vitest'
import { verifyPayments } from '../../app/verify.ts'
import { serveNode, TEST_PAYER, TEST_TOKEN, TEST_WALLET } from '../../testing/index.ts'
import { openPaidTwice, SECOND_PAYER } from '../../testing/methods.ts'
import { createReconciliation } from '../../workers/reconcile.ts'

type PaidTwice = Awaited<ReturnType<typeof openPaidTwice>>

const onEthereum = { cryptocurrency: 'USDC', network: 'ethereum' } as const
const onPolygon = { cryptocurrency: 'USDC', network: 'polygon' } as const

/** Each network's transaction. */
function hashesOf({ paid }: PaidTwice) {
  const hashOn = (name: string) => paid.transactions.find(({ network }) => network === name)?.hash ?? ''
  return { ethereum: hashOn('ethereum'), polygon: hashOn('polygon') }
}

/** `verify`, with each network's own node. `hidden`: on this network a node that knows no transaction. */
async function verify({ shop }: PaidTwice, hidden?: 'ethereum' | 'polygon') {
  const { ethereum, polygon } = shop.networks
  const nodes = []
  for (const [network, { rpc }] of Object.entries({ ethereum: shop.node, polygon: shop.polygon })) {
    const isHidden = (method: string) => network === hidden && method === 'eth_getTransactionReceipt'
    const served = await serveNode({ rpc: async (method, params) => (isHidden(method) ? null : rpc(method, params)) })
    onTestFinished(() => served.close())
    nodes.push({ network, kind: 'rpc' as const, url: served.url })
  }
  const period = { environment: 'sandbox', from: 0, to: shop.clock.now() + 1 } as const
  const config = { publicUrl: 'https://pay.example.com', sandbox: { networks: { ethereum, polygon } } }
  return { ...(await verifyPayments(shop.checkout.context, config, period, nodes)), url: nodes.map(({ url }) => url) }
}

const download = async ({ shop }: PaidTwice, url: string) => {
  const { pathname, search } = new URL(url)
  const [header, ...rows] = String((await shop.request('GET', `${pathname}${search}`, { key: null })).body)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [header?.[index] ?? '', cell])))
}

test('the view shows both transactions, each on its network', async () => {
  const { paid, chosen, first } = await openPaidTwice()
  expect(paid).toMatchObject({
    ...{ ...onPolygon, status: 'completed', exceptions: ['overpaid', 'multiple'] },
    amountReceived: chosen.cryptoAmount,
    transactions: [onPolygon, onEthereum],
  })
  const other = paid.methods.find(({ network }) => network === 'ethereum')
  expect(other).toMatchObject({ state: 'open', amountReceived: first.cryptoAmount })
})

test('verify asks each node for the transactions of its own network', async () => {
  const twice = await openPaidTwice()
  const counts = { confirmed: 1, unknown: 0, reason: null }
  expect(await verify(twice)).toMatchObject({
    ...{ payments: 1, differences: [], unverified: [] },
    nodes: [
      { network: 'ethereum', ...counts },
      { network: 'polygon', ...counts },
    ],
  })
})

test('verify finds what is missing on either network, and what no node can check', async () => {
  const twice = await openPaidTwice()
  const { paid, first, chosen } = twice
  const [ethereum, polygon] = [await verify(twice, 'ethereum'), await verify(twice, 'polygon')]
  expect(ethereum.differences).toMatchObject([
    {
      ...{ paymentId: paid.id, network: 'ethereum', url: ethereum.url[0] },
      recorded: { status: 'completed', received: first.cryptoAmount },
      told: { status: 'completed', received: '0.000000' },
      transfers: [{ hash: hashesOf(twice).ethereum }],
    },
  ])
  expect(polygon.differences).toMatchObject([
    { network: 'polygon', recorded: { received: chosen.cryptoAmount }, transfers: [{ hash: hashesOf(twice).polygon }] },
  ])
  const { shop } = twice
  const config = { publicUrl: 'https://pay.example.com', sandbox: { networks: { polygon: shop.networks.polygon } } }
  const served = await serveNode(shop.polygon)
  onTestFinished(() => served.close())
  const period = { environment: 'sandbox', from: 0, to: shop.clock.now() + 1 } as const
  const nodes = [{ network: 'polygon', kind: 'rpc' as const, url: served.url }]
  const unread = await verifyPayments(shop.checkout.context, config, period, nodes)
  expect(unread).toMatchObject({ differences: [], unverified: [paid.id], nodes: [{ confirmed: 1 }] })
})

test('the books add up, and the overview counts the money of the deciding method', async () => {
  const { shop, chosen } = await openPaidTwice()
  const { checkSome, state } = createReconciliation(shop.checkout.context)
  while (await checkSome());
  expect(state().wrong).toEqual([])
  expect((await shop.checkout.sandbox.overview.retrieve()).totals).toEqual([
    { ...onPolygon, amount: chosen.cryptoAmount, payments: 1 },
  ])
})

test('each network has a settlement with its own transaction, and the payment is listed in that of its deciding method', async () => {
  const twice = await openPaidTwice()
  const { shop, chosen, paid } = twice
  const { data } = await shop.checkout.sandbox.settlements.create()
  expect(data).toHaveLength(2)
  const find = (network: string) => data.find((one) => one.network === network)
  const { polygon, ethereum } = hashesOf(twice)
  const deciding = { ...onPolygon, amount: chosen.cryptoAmount, transactions: [polygon], paymentCount: 1 }
  expect(find('polygon')).toMatchObject(deciding)
  expect(find('ethereum')).toMatchObject({ ...onEthereum, transactions: [ethereum], paymentCount: 0 })
  expect(await shop.retrieve(paid)).toMatchObject({ settlement: find('polygon')?.id })
  expect(await download(twice, find('polygon')?.reportUrl ?? '')).toMatchObject([
    { payment: paid.id, ...onPolygon, amount: chosen.cryptoAmount, transaction: polygon, role: 'payment' },
  ])
  expect(await download(twice, find('ethereum')?.reportUrl ?? '')).toMatchObject([
    { payment: paid.id, ...onEthereum, transaction: ethereum },
  ])
})

test('the export has the payment once, with its deciding method', async () => {
  const twice = await openPaidTwice()
  const { shop, chosen, paid } = twice
  const { url } = await shop.checkout.sandbox.payments.export()
  expect(await download(twice, url)).toMatchObject([
    { id: paid.id, ...onPolygon, amount_received: chosen.cryptoAmount, exceptions: 'overpaid multiple' },
  ])
})

test('search and lists find the payment by both transactions and both senders', async () => {
  const twice = await openPaidTwice()
  const { shop, paid } = twice
  const { payments, transfers } = shop.checkout.sandbox
  for (const q of [...Object.values(hashesOf(twice)), TEST_PAYER, SECOND_PAYER])
    expect([q, (await payments.list({ q })).data.map(({ id }) => id)]).toEqual([q, [paid.id]])
  expect((await transfers.list({ payment: paid.id })).data).toMatchObject([onEthereum, onPolygon])
})

test('the receipt has the transfers of the deciding method', async () => {
  const twice = await openPaidTwice()
  const { receipt } = twice.paid
  const claims = JSON.parse(Buffer.from(receipt?.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ network: 'eip155:4242', transfers: [{ transaction: hashesOf(twice).polygon }] })
})

test.each([onEthereum, onPolygon])('money on $network goes back on it, to who sent it there', async (method) => {
  const { shop, paid, first, chosen } = await openPaidTwice()
  const destination = method.network === 'ethereum' ? SECOND_PAYER : TEST_PAYER
  const refund = await shop.checkout.sandbox.refunds.create({ paymentId: paid.id, destination, ...method })
  const { cryptoAmount } = method.network === 'ethereum' ? first : chosen
  expect(refund).toMatchObject({ ...method, cryptoAmount, destination: expect.stringMatching(/^0x/) })
  const amount = BigInt(cryptoAmount.replace('.', ''))
  await shop.pay({ [method.network]: [{ token: TEST_TOKEN, from: TEST_WALLET, to: destination, rawAmount: amount }] })
  await shop.finalise()
  expect(await shop.checkout.sandbox.refunds.retrieve(refund.id)).toMatchObject({ status: 'completed' })
  const { amountRefunded } = await shop.retrieve(paid)
  expect(amountRefunded).toBe(method === onPolygon ? cryptoAmount : '0.000000')
})
