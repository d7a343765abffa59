import { expect, test } from 'vitest'
import type { ObservedTransfer } from '../../chains/chain.ts'
import { silentObserver } from '../../context/observer.ts'
import { createMerchant } from '../../merchants/merchant.ts'
import { shareWallet } from '../../merchants/wallets/share.ts'
import {
  createTransferFor,
  paymentInput,
  type ScriptedTransfer,
  TEST_CHAIN_ID,
  TEST_PAYER,
  TEST_TOKEN,
  TEST_WALLET,
  testCheckout,
} from '../../testing/index.ts'
import { readNetwork } from '../../watcher/read.ts'
import { assignTransferAsOperator } from './assign.ts'
import { listUnattributedAsOperator } from './find.ts'
import { recordRead } from './record.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

async function openShop(options: Parameters<typeof testCheckout>[0] = {}) {
  const shop = await testCheckout(options)
  await shop.settle()
  return shop
}

function toWallet(rawAmount: bigint, more: Partial<ScriptedTransfer> = {}): ScriptedTransfer {
  return { token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount, ...more }
}

async function mineToFinality(shop: Shop, transfers: readonly ScriptedTransfer[] = []): Promise<void> {
  shop.mine(transfers)
  for (let block = 0; block < shop.node.finalizedDepth; block++) shop.mine()
  await shop.settle()
}

async function typesOf(shop: Shop, id: string): Promise<string[]> {
  const { data } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
  return data.filter((event) => (event.data.object as { id: string }).id === id).map((event) => event.type)
}

/** Records a transfer as a process does that follows another fork. */
async function recordElsewhere(shop: Shop, change: Partial<ObservedTransfer>): Promise<void> {
  const { context } = shop.checkout
  const network = context.networks.find((one) => one.environment === 'sandbox')!
  const [seen] = await listed(shop)
  const parties = { token: TEST_TOKEN.toLowerCase(), from: TEST_PAYER.toLowerCase(), to: TEST_WALLET.toLowerCase() }
  const place = { memo: null, logIndex: 0, ordinal: 0, blockNumber: 0, blockHash: `0x${'f'.repeat(64)}`, blockTime: 0 }
  const what = { txHash: `0x${'e'.repeat(64)}`, rawAmount: BigInt(seen?.rawAmount ?? 1) }
  const transfer = { ...parties, ...place, ...what, ...change }
  await context.transact((tx) => recordRead(context, tx, network, { transfers: [transfer], state: 'seen' }))
}

const listed = async (shop: Shop) => (await shop.checkout.sandbox.transfers.list({ limit: 100 })).data
const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

test('another token, another wallet and nothing at all pay nothing and are not kept', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  const due = createTransferFor(payment).rawAmount
  await mineToFinality(shop, [
    toWallet(due, { token: TEST_PAYER }),
    toWallet(due, { to: TEST_PAYER }),
    toWallet(0n),
    toWallet(due, { from: TEST_WALLET, to: address(1) }),
  ])
  expect(await listed(shop)).toEqual([])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
})

test('what a wallet sends to itself is no income and is not kept, however exact it is', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  await mineToFinality(shop, [{ ...createTransferFor(payment), from: TEST_WALLET }])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
  expect(await listed(shop)).toEqual([])
})

test('what goes from one wallet of a merchant to another is unattributed until the merchant assigns it', async () => {
  const strays: string[] = []
  const shop = await openShop({ observer: { ...silentObserver, strayed: ({ reason }) => strays.push(reason) } })
  const other = address(77)
  await shop.create({ merchantWallet: other })
  const payment = await shop.create()
  await mineToFinality(shop, [{ ...createTransferFor(payment), from: other }])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
  expect(strays).toEqual(['own_wallet'])
  const [transfer] = await listed(shop)
  expect(transfer).toMatchObject({ payment: null, status: 'final' })
  await shop.checkout.sandbox.transfers.assign(transfer!.id, { paymentId: payment.id })
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('a wallet of another merchant pays like anybody', async () => {
  const shop = await openShop()
  const { id } = await createMerchant(shop.checkout.context, { name: 'Other', plan: 'starter' })
  const wallet = address(78)
  await shop.checkout.as(id).sandbox.payments.create({ ...paymentInput, merchantWallet: wallet })
  const payment = await shop.create()
  await mineToFinality(shop, [{ ...createTransferFor(payment), from: wallet }])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('an amount that nobody asked for is kept for the merchant, and told once', async () => {
  const shop = await openShop()
  await shop.create()
  const [hash] = shop.mine([toWallet(10_000_000n)])
  await shop.settle()
  await mineToFinality(shop)
  const [transfer, ...others] = await listed(shop)
  expect(others).toEqual([])
  expect(transfer).toMatchObject({ hash, payment: null, amount: '10.000000', status: 'final', blockNumber: 1 })
  expect(await typesOf(shop, transfer!.id)).toEqual(['transfer.unattributed'])
})

test('dust below a millionth of a coin with 18 decimals changes nothing', async () => {
  const coins = { DAI: { address: TEST_TOKEN, decimals: 18 } }
  const ethereum = { rpcUrls: ['http://127.0.0.1:1'], chainId: TEST_CHAIN_ID, coins }
  const shop = await openShop({ sandbox: { networks: { ethereum } }, production: { networks: {} } })
  const payment = await shop.create({ cryptocurrency: 'DAI' })
  const raw = createTransferFor(payment).rawAmount * 10n ** 12n
  await mineToFinality(shop, [toWallet(raw - 1n), toWallet(raw + 10n ** 12n - 1n)])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', amountReceived: payment.cryptoAmount })
  expect((await listed(shop)).map(({ rawAmount, payment: paid }) => [rawAmount, paid])).toEqual([
    [`${raw + 10n ** 12n - 1n}`, payment.id],
    [`${raw - 1n}`, null],
  ])
})

test('transfers of any size are kept, and none stops the reading', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  const sizes = [2n ** 53n, 2n ** 62n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n, 10n ** 30n, 2n ** 256n - 1n]
  await mineToFinality(shop, [...sizes.map((size) => toWallet(size)), createTransferFor(payment)])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  const rows = (await listed(shop)).reverse()
  expect(rows.map((row) => row.rawAmount)).toEqual([...sizes, createTransferFor(payment).rawAmount].map(String))
  expect(rows.every((row) => row.status === 'final')).toBe(true)
  expect(rows[0]?.amount).toBe('9007199254.740992')
})

test('beyond as many wallets as a node takes, all transfers of the tokens are read, and only watched ones kept', async () => {
  const shop = await openShop()
  const payments = []
  for (let number = 1; number <= 501; number++) payments.push(await shop.create({ merchantWallet: address(number) }))
  let named = 0
  shop.node.distortion = (method, [filter], answer) => {
    if (method === 'eth_getLogs' && (filter as { topics: unknown[] }).topics.length > 1) named += 1
    return answer()
  }
  const foreign = toWallet(5n, { to: address(9_999) })
  await mineToFinality(shop, [foreign, ...payments.map((payment) => createTransferFor(payment)), foreign])
  expect(named).toBe(0)
  for (const payment of [payments[0]!, payments.at(-1)!])
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  const { totalCount } = await shop.checkout.sandbox.transfers.list()
  expect(totalCount).toBe(payments.length)
})

test('what a node forgot when it was first asked completes the payment when it is final, even an expired one', async () => {
  const shop = await openShop()
  const payment = await shop.create({ expiresIn: 2 })
  shop.mine([createTransferFor(payment)])
  shop.node.distortion = (method, _, answer) => (method === 'eth_getLogs' ? [] : answer())
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
  shop.clock.advance(5_000)
  shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired' })
  shop.node.distortion = null
  await mineToFinality(shop)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: [] })
  expect(await typesOf(shop, payment.id)).toEqual(['payment.created', 'payment.expired', 'payment.completed'])
})

test('what only the second reading shows is final at once, and nothing tells of it as being under way', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  shop.node.distortion = (method, _, answer) => (method === 'eth_getLogs' ? [] : answer())
  shop.mine([createTransferFor(payment), toWallet(70_000n)])
  await shop.settle()
  shop.node.distortion = null
  await mineToFinality(shop)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', transactions: [{ status: 'final' }] })
  expect(await typesOf(shop, payment.id)).toEqual(['payment.created', 'payment.completed'])
  const { data } = await shop.checkout.sandbox.events.list({ type: 'transfer.unattributed' })
  expect(data.map((event) => event.data.object)).toMatchObject([{ status: 'final', amount: '0.070000' }])
})

test('a block with several transfers for one payment changes it once, and tells in the order of the block', async () => {
  const shop = await openShop()
  const [one, other] = [await shop.create(), await shop.create()]
  const rest = toWallet(2n ** 40n)
  shop.mine([rest, createTransferFor(other), createTransferFor(one), createTransferFor(other), rest])
  await shop.settle()
  const { data } = await shop.checkout.sandbox.events.list({ after: 2, limit: 100 })
  expect(data.map((event) => [event.type, event.data.object.id])).toEqual([
    ['transfer.unattributed', expect.anything()],
    ['transfer.unattributed', expect.anything()],
    ['payment.processing', other.id],
    ['payment.overpaid', other.id],
    ['payment.processing', one.id],
  ])
  expect((await shop.retrieve(other)).transactions).toHaveLength(2)
})

test('a transfer that turns up in a later block than it was seen in takes the payment back, and says so', async () => {
  const shop = await openShop()
  const payment = await shop.create({ expiresIn: 10 })
  const [hash = ''] = shop.mine([createTransferFor(payment)])
  await shop.settle()
  await recordElsewhere(shop, { txHash: hash, blockNumber: 2, blockTime: shop.clock.now() + 60_000 })
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', exceptions: ['late'] })
  expect(await typesOf(shop, payment.id)).toEqual([
    'payment.created',
    'payment.processing',
    'payment.reverted',
    'payment.late',
  ])
})

test('what another reader saw in a block that never became final is taken back when its height is final', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  shop.mine()
  await shop.settle()
  const { rawAmount } = createTransferFor(payment)
  await recordElsewhere(shop, { rawAmount, blockNumber: 1, blockTime: shop.clock.now() })
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
  await mineToFinality(shop)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', transactions: [{ status: 'orphaned' }] })
  expect(await typesOf(shop, payment.id)).toEqual(['payment.created', 'payment.processing', 'payment.reverted'])
})

test('what a reorganisation takes away and never gives back is taken back, and says so', async () => {
  const shop = await openShop()
  const payment = await shop.create({ expiresIn: 3 })
  shop.mine([createTransferFor(payment)])
  await shop.settle()
  shop.node.drop(1)
  shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
  expect((await shop.retrieve(payment)).transactions).toMatchObject([{ status: 'orphaned' }])
  shop.clock.advance(5_000)
  await mineToFinality(shop)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired', exceptions: [] })
  expect(await typesOf(shop, payment.id)).toEqual([
    ...['payment.created', 'payment.processing', 'payment.reverted', 'payment.expired'],
  ])
})

test('late money that a reorganisation takes away from an expired payment is taken back, and says so', async () => {
  const shop = await openShop()
  const payment = await shop.create({ expiresIn: 3 })
  shop.clock.advance(5_000)
  await mineToFinality(shop)
  shop.mine([createTransferFor(payment)])
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired', exceptions: ['late'] })
  shop.node.drop(1)
  shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired', exceptions: [] })
  expect(await typesOf(shop, payment.id)).toEqual([
    ...['payment.created', 'payment.expired', 'payment.late', 'payment.reverted'],
  ])
})

test('of excess money each piece that a reorganisation takes away is told of, with what is left', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  const due = Number(payment.cryptoAmount)
  for (let count = 0; count < 4; count++) shop.mine([createTransferFor(payment)])
  await mineToFinality(shop)
  for (let count = 0; count < 2; count++) shop.mine([createTransferFor(payment)])
  await shop.settle()
  for (const lost of [1, 2]) {
    shop.node.drop(lost)
    for (let count = 0; count < lost; count++) shop.mine()
    await shop.settle()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    const { data } = await shop.checkout.sandbox.events.list({ type: 'payment.reverted' })
    expect(data).toHaveLength(lost)
    expect(data[0]?.data.object).toMatchObject({ id: payment.id, amountReceived: (due * (6 - lost)).toFixed(6) })
  }
})

test('a transaction that is mined again keeps its payment and its id, wherever and in whatever order it comes back', async () => {
  const shop = await openShop()
  const [one, other] = [await shop.create(), await shop.create()]
  const txHash = `0x${'7'.repeat(64)}`
  shop.mine([
    { ...createTransferFor(one), txHash },
    { ...createTransferFor(other), txHash },
  ])
  await shop.settle()
  const before = await listed(shop)
  const dropped = shop.node.drop(1)
  shop.mine()
  await mineToFinality(shop, dropped.reverse())
  const after = await listed(shop)
  const known = ({ id, payment }: (typeof after)[number]) => ({ id, payment })
  expect(after.map(known)).toEqual(before.map(known))
  expect(after.every((row) => row.blockNumber === 2 && row.status === 'final')).toBe(true)
  for (const payment of [one, other]) expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
})

test('a transfer that was assigned stays with its payment through a reorganisation', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  shop.mine([toWallet(50_000_000n)])
  await shop.settle()
  const [transfer] = await listed(shop)
  await shop.checkout.sandbox.transfers.assign(transfer!.id, { paymentId: payment.id })
  const dropped = shop.node.drop(1)
  shop.mine()
  await shop.settle()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
  await mineToFinality(shop, dropped)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed', exceptions: ['overpaid'] })
})

test.each([1n, 7n, 5_000n, 3_000_000n])(
  'a payment that got %d millionths asks for the same rest until more comes, and takes it',
  async (got) => {
    const shop = await openShop({ minTransfer: 0 })
    const payment = await shop.create()
    shop.mine([toWallet(got)])
    await shop.settle()
    const [transfer] = await listed(shop)
    await shop.checkout.sandbox.transfers.assign(transfer!.id, { paymentId: payment.id })
    const { amountDue } = await shop.retrieve(payment)
    const rest = BigInt(amountDue.replace('.', ''))
    const missing = createTransferFor(payment).rawAmount - got
    expect(rest > missing && rest - missing <= 9_999n).toBe(true)
    await mineToFinality(shop)
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'partially_paid', amountDue })
    await mineToFinality(shop, [toWallet(rest)])
    expect(await shop.retrieve(payment)).toMatchObject({
      status: 'completed',
      amountDue: '0.000000',
      exceptions: ['multiple'],
    })
    expect(await typesOf(shop, payment.id)).toEqual([
      ...['payment.created', 'payment.partially_paid', 'payment.processing', 'payment.completed'],
    ])
  },
)

test('the tail of a rest is no overpayment from its first moment on, whatever came late', async () => {
  const shop = await openShop()
  const payment = await shop.create()
  const due = createTransferFor(payment).rawAmount
  shop.mine([toWallet(3_000_000n)])
  shop.clock.advance(Date.parse(payment.expiresAt) - shop.clock.now())
  shop.mine([toWallet(due - 3_000_000n + 1n)])
  // Nothing expires yet.
  const { context } = shop.checkout
  for (let step = 0; step < 2; step++) await readNetwork(context, context.networks[0]!)
  const unattributed = await listed(shop)
  // The late transfer does not count. Then the remainder is requested, with its tail.
  const late = unattributed.filter(({ amount }) => amount !== '3.000000')
  for (const { id } of [...late, ...unattributed.filter((one) => !late.includes(one))])
    await shop.checkout.sandbox.transfers.assign(id, { paymentId: payment.id })
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'partially_paid', exceptions: ['late', 'multiple'] })
})

test('where merchants share a wallet, money that matches nothing is its owner’s, and the operator may assign it to the other', async () => {
  const shop = await openShop()
  const { context } = shop.checkout
  const other = await createMerchant(context, { name: 'Another shop', plan: 'starter' })
  const payment = await shop.create()
  await shareWallet(context, { address: TEST_WALLET, merchantId: other.id })
  const otherOperations = shop.checkout.as(other.id).sandbox
  const waiting = await otherOperations.payments.create(paymentInput)
  await mineToFinality(shop, [toWallet(20_000_000n), createTransferFor(payment)])
  expect((await listed(shop)).map((row) => row.payment).sort()).toEqual([null, payment.id].sort())
  expect((await otherOperations.transfers.list()).data).toEqual([])
  const [transfer, ...rest] = await listUnattributedAsOperator(context, 10)
  expect(rest).toEqual([])
  await assignTransferAsOperator(context, transfer!.id, { paymentId: waiting.id })
  expect(await otherOperations.payments.retrieve(waiting.id)).toMatchObject({
    status: 'completed',
    exceptions: ['overpaid'],
  })
  expect((await listed(shop)).map((row) => row.payment)).toEqual([payment.id])
})

test('a wallet that is watched later brings what it got in blocks that were not final, and not what it got before', async () => {
  const shop = await openShop()
  await mineToFinality(shop, [toWallet(1_000_003n, { to: address(7) })])
  shop.mine([toWallet(2_000_003n, { to: address(7) })])
  await shop.settle()
  await shop.create({ merchantWallet: address(7) })
  await mineToFinality(shop)
  expect((await listed(shop)).map((row) => row.amount)).toEqual(['2.000003'])
})
