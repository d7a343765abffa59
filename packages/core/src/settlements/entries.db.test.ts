import type { Settlement } from '@crypto-checkout/api-types'
import { afterEach, expect, test } from 'vitest'
import { createTransferFor, TEST_PAYER, TEST_TOKEN, TEST_WALLET, type TestCheckout } from '../testing/index.ts'
import { mineFinal, openRefunding, REFUND_TO } from '../testing/refunding.ts'
import { openReady } from '../testing/sweeping.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(): Promise<TestCheckout> {
  const shop = await openRefunding()
  closing.push(shop.stop)
  return shop
}

/** Mines transfers, and makes them final. */
async function arrive(shop: TestCheckout, transfers: Parameters<TestCheckout['mine']>[0]): Promise<void> {
  shop.mine(transfers)
  await mineFinal(shop)
}

/** Closes the period now. */
async function close(shop: TestCheckout): Promise<Settlement[]> {
  shop.clock.advance(1)
  return (await shop.checkout.sandbox.settlements.create()).data
}

type Line = { readonly sum: string; readonly role: string; readonly amount: string; readonly follows: string }

async function readReport(shop: TestCheckout, { id }: Pick<Settlement, 'id'>) {
  const { reportUrl } = await shop.checkout.sandbox.settlements.retrieve(id)
  const { body } = await shop.request('GET', reportUrl.replace('https://pay.example.com', ''), { key: null })
  const [head = '', ...rows] = String(body).trim().split('\r\n')
  const names = head.split(',')
  const lines = rows.map((row) => {
    const cells = row.split(',')
    return Object.fromEntries(names.map((name, index) => [name, cells[index]])) as Line
  })
  return { body: String(body), lines }
}

const toMillionths = (amount: string) => BigInt(amount.replace('.', ''))
const sumOf = (lines: readonly Line[], name: string) =>
  lines.filter(({ sum }) => sum === name).reduce((sum, { amount }) => sum + toMillionths(amount), 0n)

/** The rows of its report add up to a settlement's sums. */
async function expectAddsUp(shop: TestCheckout, { id }: Settlement) {
  const settlement = await shop.checkout.sandbox.settlements.retrieve(id)
  const { body, lines } = await readReport(shop, settlement)
  expect(sumOf(lines, 'amount')).toBe(toMillionths(settlement.amount))
  expect(sumOf(lines, 'refunds')).toBe(toMillionths(settlement.refunds))
  expect(sumOf(lines, 'unattributed')).toBe(toMillionths(settlement.unattributed))
  expect(toMillionths(settlement.net)).toBe(toMillionths(settlement.amount) + toMillionths(settlement.refunds))
  const { data } = await shop.checkout.sandbox.settlements.entries(id, { limit: 100 })
  expect(data.map(({ sum, role, amount }) => [sum, role, amount])).toEqual(
    lines.map(({ sum, role, amount }) => [sum, role, amount]),
  )
  return { body, lines }
}

test('a settlement has what was paid out, parts and surplus too, and what comes later is in the next one', async () => {
  const shop = await open()
  const [whole, part] = [await shop.create(), await shop.create({ amount: 25 })]
  const half = BigInt(createTransferFor(part).rawAmount) / 2n
  await arrive(shop, [createTransferFor(whole), createTransferFor(part, half)])
  const [parts] = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data
  await shop.checkout.sandbox.transfers.assign(parts?.id ?? '', { paymentId: part.id })
  const [first, ...others] = await close(shop)
  if (!first) throw new Error('there is no settlement')
  expect(others).toEqual([])
  const before = await expectAddsUp(shop, first)
  expect(before.lines.map(({ role }) => role).toSorted()).toEqual(['part', 'payment', 'unattributed', 'unattributed'])
  expect(toMillionths(first.amount)).toBe(toMillionths(whole.cryptoAmount) + half)
  await shop.checkout.sandbox.payments.accept(part.id)
  expect(await shop.retrieve(part)).toMatchObject({ status: 'completed', settlement: first.id })
  expect(await close(shop)).toEqual([])
  await arrive(shop, [{ ...createTransferFor(whole), rawAmount: 3_000_000n }])
  const stray = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data[0]
  await shop.checkout.sandbox.transfers.assign(stray?.id ?? '', { paymentId: whole.id })
  const [second] = await close(shop)
  if (!second) throw new Error('the surplus is in no settlement')
  expect(second).toMatchObject({ amount: '3.000000', unattributed: '0.000000' })
  const { lines } = await expectAddsUp(shop, second)
  expect(lines.find(({ role }) => role === 'surplus')).toMatchObject({ amount: '3.000000', follows: first.id })
  expect((await readReport(shop, first)).body).toBe(before.body)
})

test('a refund is taken off in its own period, if nothing else is in it', async () => {
  const shop = await open()
  const payment = await shop.create()
  await arrive(shop, [createTransferFor(payment)])
  const [first] = await close(shop)
  if (!first) throw new Error('there is no settlement')
  const { body } = await expectAddsUp(shop, first)
  const input = { paymentId: payment.id, destination: REFUND_TO, amount: 4 }
  const { cryptoAmount } = await shop.checkout.sandbox.refunds.create(input)
  await arrive(shop, [{ token: TEST_TOKEN, from: TEST_WALLET, to: REFUND_TO, rawAmount: toMillionths(cryptoAmount) }])
  const [second, ...others] = await close(shop)
  if (!second) throw new Error('the refund is in no settlement')
  expect(others).toEqual([])
  const refunds = `-${cryptoAmount}`
  expect(second).toMatchObject({ amount: '0.000000', refunds, net: refunds, paymentCount: 0 })
  const { lines } = await expectAddsUp(shop, second)
  expect(lines).toMatchObject([{ sum: 'refunds', role: 'refund', follows: first.id }])
  expect((await readReport(shop, first)).body).toBe(body)
})

test('money of no payment is summed apart, makes no settlement of its own, and is assigned later', async () => {
  const shop = await open()
  const payment = await shop.create()
  await arrive(shop, [{ token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount: 7_000_000n }])
  expect(await close(shop)).toEqual([])
  await arrive(shop, [createTransferFor(payment)])
  const [first] = await close(shop)
  if (!first) throw new Error('there is no settlement')
  expect(first).toMatchObject({ amount: payment.cryptoAmount, unattributed: '7.000000' })
  await expectAddsUp(shop, first)
  const stray = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data[0]
  await shop.checkout.sandbox.transfers.assign(stray?.id ?? '', { paymentId: payment.id })
  const [second] = await close(shop)
  if (!second) throw new Error('the assignment is in no settlement')
  expect(second).toMatchObject({ amount: '7.000000', unattributed: '-7.000000' })
  const { lines } = await expectAddsUp(shop, second)
  expect(lines.map(({ follows }) => follows)).toEqual([first.id, first.id])
})

test('a settlement of deposits has what reached the wallet, from payments that did not complete too', async () => {
  const opened = await openReady()
  closing.push(opened.shop.stop)
  const [done, part] = await opened.paid([10_000_000n, 4_000_000n])
  const [settlement] = await opened.close()
  await opened.finish()
  if (!done || !part || !settlement) throw new Error('there is no settlement')
  const { body, lines } = await expectAddsUp(opened.shop, settlement)
  expect(toMillionths((await opened.settlement(settlement.id)).amount)).toBe(14_000_000n)
  const paidOut = lines.filter(({ sum }) => sum === 'amount')
  expect(paidOut.map(({ role, amount }) => [role, amount]).toSorted()).toEqual([
    ['part', '4.000000'],
    ['payment', '10.000000'],
  ])
  // The addresses got it, and are empty.
  expect(sumOf(lines, 'deposits')).toBe(0n)
  expect(lines.filter(({ sum }) => sum === 'fees')).toHaveLength(1)
  await opened.shop.checkout.sandbox.payments.accept(part.id)
  expect((await readReport(opened.shop, settlement)).body).toBe(body)
})

test('an entry stays in the settlement that took it', async () => {
  const shop = await open()
  await arrive(shop, [createTransferFor(await shop.create())])
  await close(shop)
  const { transact, db } = shop.checkout.context
  const read = () => db.selectFrom('taken_entries').selectAll().execute()
  const before = await read()
  expect(before).toHaveLength(1)
  const other = { settlement_id: 'set_2', role: 'part' } as const
  await expect(transact((tx) => tx.updateTable('taken_entries').set(other).execute())).rejects.toThrow('stays')
  await expect(transact((tx) => tx.deleteFrom('taken_entries').execute())).rejects.toThrow('stays')
  expect(await read()).toEqual(before)
})
