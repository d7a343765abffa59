import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  createTransferFor,
  isOnPostgres,
  TEST_PAYER,
  TEST_TOKEN,
  TEST_WALLET,
  type TestCheckout,
} from '../testing/index.ts'
import { explainQueries } from '../testing/plans.ts'
import { openShop } from '../testing/shop.ts'
import { createBookJob } from './book.ts'

async function finalise(shop: TestCheckout) {
  for (let block = 0; block < shop.node.finalizedDepth; block++) shop.mine()
  await shop.settle()
}

/** The entries without their keys, the time of their booking, and corrections: by their transfer. */
async function readFacts({ checkout }: TestCheckout) {
  const rows = await checkout.context.db
    .selectFrom('entries')
    .selectAll()
    .where('corrects_sequence', 'is', null)
    .execute()
  return rows
    .map(({ kind, transfer_id, payment_id, amount, fiat_amount, unknown }) => {
      return { kind, transfer_id, payment_id, amount, fiat_amount, unknown }
    })
    .toSorted((a, b) => String(a.transfer_id).localeCompare(String(b.transfer_id)))
}

/** Removes the ledger, as if the release before had run until now. */
async function forget({ checkout }: TestCheckout) {
  await checkout.context.transact(async (tx) => {
    if (isOnPostgres()) await sql`alter table entries disable trigger user`.execute(tx)
    else await sql`drop trigger entries_delete`.execute(tx)
    await tx.deleteFrom('entries').execute()
    if (isOnPostgres()) await sql`alter table entries enable trigger user`.execute(tx)
    if (isOnPostgres()) await sql`alter table taken_entries disable trigger user`.execute(tx)
    else await sql`drop trigger taken_entries_delete`.execute(tx)
    await tx.deleteFrom('taken_entries').execute()
    await tx.deleteFrom('waiting_entries').execute()
    if (isOnPostgres()) await sql`alter table taken_entries enable trigger user`.execute(tx)
    await tx.updateTable('settlements').set({ by_entries: 0 }).execute()
    await tx.updateTable('transfers').set({ booked_for: null }).execute()
  })
}

async function book({ checkout }: TestCheckout) {
  const job = createBookJob(checkout.context)
  while ((await job.run()).more);
}

/** A payment that is paid in full, another one in two parts of odd amounts, and money that pays nothing. */
async function openPaid() {
  const shop = await openShop()
  const [whole, parts] = [await shop.create({ amount: 25 }), await shop.create({ amount: 25 })]
  const transfer = createTransferFor(parts)
  const first = transfer.rawAmount / 3n
  const stray = { token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount: 7_000_001n }
  shop.mine([createTransferFor(whole), { ...transfer, rawAmount: first }, stray])
  await finalise(shop)
  return { shop, whole, parts, rest: { ...transfer, rawAmount: transfer.rawAmount - first } }
}

async function assign(shop: TestCheckout, amount: string, paymentId: string) {
  const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
  await shop.checkout.sandbox.transfers.assign(data.find((one) => one.amount === amount)?.id ?? '', { paymentId })
}

test('money of a settlement of an earlier release is in it, and what no entry explains is said', async () => {
  const { shop, whole } = await openPaid()
  const [settlement] = (await shop.checkout.sandbox.settlements.create()).data
  if (!settlement) throw new Error('there is no settlement')
  await forget(shop)
  const { db, transact } = shop.checkout.context
  await transact((tx) => tx.updateTable('settlements').set({ amount: 30_000_000n }).execute())
  await book(shop)
  const { data } = await shop.checkout.sandbox.settlements.entries(settlement.id)
  expect(data).toMatchObject([{ payment: whole.id, amount: whole.cryptoAmount, role: 'payment', sum: 'amount' }])
  const { body } = await shop.request('GET', settlement.reportUrl.replace('https://pay.example.com', ''), { key: null })
  const amounts = String(body)
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','))
    .map((cells) => [cells[2], cells[9]])
  const missing = 30_000_000n - BigInt(whole.cryptoAmount.replace('.', ''))
  expect(amounts).toEqual([
    ['payment', whole.cryptoAmount],
    ['legacy', `${missing / 1_000_000n}.${String(missing % 1_000_000n).padStart(6, '0')}`],
  ])
  const waiting = await db.selectFrom('waiting_entries').selectAll().execute()
  expect(waiting).toHaveLength(2)
  shop.clock.advance(1)
  expect((await shop.checkout.sandbox.settlements.create()).data).toEqual([])
})

test('what earlier releases stored gets the entries that it would have got, each once', async () => {
  const { shop } = await openPaid()
  const before = await readFacts(shop)
  expect(before).toHaveLength(3)
  await forget(shop)
  await book(shop)
  await book(shop)
  expect(await readFacts(shop)).toEqual(before)
})

test('a fact that cannot be booked is told and tried again, and delays no other', async () => {
  const { shop } = await openPaid()
  const before = await readFacts(shop)
  await forget(shop)
  const lost = before.find(({ payment_id }) => payment_id === null)?.transfer_id ?? ''
  const { context } = shop.checkout
  const change = (columns: { state: 'orphaned' | 'final'; booked_for: string | null }) =>
    context.transact((tx) => tx.updateTable('transfers').set(columns).where('id', '=', lost).execute())
  await change({ state: 'orphaned', booked_for: '' })
  const job = createBookJob(context)
  const run = async () => {
    while ((await job.run()).more);
  }
  await expect(run()).rejects.toThrow(`1 without an entry, such as transfer ${lost}`)
  expect(await readFacts(shop)).toEqual(before.filter(({ transfer_id }) => transfer_id !== lost))
  await change({ state: 'final', booked_for: null })
  await run()
  expect(await readFacts(shop)).toEqual(before)
})

test('a transfer that is assigned before the job has booked it has its entry', async () => {
  const { shop, parts } = await openPaid()
  await forget(shop)
  await assign(shop, '7.000001', parts.id)
  await book(shop)
  const facts = await readFacts(shop)
  expect(facts).toHaveLength(3)
  expect(facts.filter((one) => one.payment_id === parts.id).map((one) => one.amount)).toEqual([7_000_001n])
})

test('the values of parts add up to the price, however they are booked', async () => {
  const { shop, parts, rest } = await openPaid()
  await forget(shop)
  shop.mine([rest])
  await finalise(shop)
  for (const { id } of (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data.slice(0, 3)) {
    const { amount } = await shop.checkout.sandbox.transfers.retrieve(id)
    if (amount !== '7.000001') await shop.checkout.sandbox.transfers.assign(id, { paymentId: parts.id })
  }
  await book(shop)
  const own = (await readFacts(shop)).filter((one) => one.payment_id === parts.id)
  expect(own).toHaveLength(2)
  expect(own.reduce((sum, one) => sum + (one.fiat_amount ?? 0n), 0n)).toBe(2_500n)
})

test('a server of the release before that assigns booked money, or makes some final, leaves no gap', async () => {
  const { shop, parts } = await openPaid()
  const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
  const [stray] = data
  await shop.checkout.context.transact((tx) =>
    tx
      .updateTable('transfers')
      .set({ payment_id: parts.id })
      .where('id', '=', stray?.id ?? '')
      .execute(),
  )
  await book(shop)
  const entries = await shop.checkout.context.db
    .selectFrom('entries')
    .select(['kind', 'payment_id', 'amount'])
    .where('transfer_id', '=', stray?.id ?? '')
    .orderBy('sequence')
    .orderBy('ordinal')
    .execute()
  expect(entries.map(({ kind }) => kind)).toEqual(['received', 'assigned', 'assigned'])
  expect(entries.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)).toBe(entries[0]?.amount)
  expect(entries[2]?.payment_id).toBe(parts.id)
})

test.skipIf(isOnPostgres())('the job reads what it books alone, however much waits', async () => {
  const { checkout } = await openShop()
  const plans = await explainQueries(checkout.context, (ctx) => createBookJob(ctx).run())
  expect(plans).toHaveLength(4)
  const steps = plans.flatMap((plan) => plan.steps)
  expect(steps.filter((step) => /TEMP B-TREE|^SCAN \w+$/.test(step))).toEqual([])
})
