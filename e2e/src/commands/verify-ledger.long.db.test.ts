import { entryKinds } from '@crypto-checkout/api-types'
import { verifyPayments } from '@crypto-checkout/core'
import { allowEntryChanges } from '@crypto-checkout/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, pollUntil } from '../support/harness.ts'
import { doBusiness, openWholeShop, type WholeShop } from '../support/whole-shop.ts'

type Entry = Awaited<ReturnType<typeof readEntries>>[number]

/** The transfer that a chain takes back. */
const LOST = 'tr_lost'

let shop: WholeShop

beforeAll(async () => {
  shop = await openWholeShop()
  await doBusiness(shop)
  await loseTransfer()
})

afterAll(async () => {
  await shop.checkout.stop()
  await shop.devnet.stop()
  expect(await cleanUp()).toEqual([])
})

function readEntries() {
  const { db } = shop.checkout.context
  return db.selectFrom('entries').selectAll().orderBy('sequence').orderBy('ordinal').execute()
}

/** A transfer that was final and is on the chain no longer: real chains do not do that. */
async function loseTransfer(): Promise<void> {
  const { db, transact } = shop.checkout.context
  const [like] = await db
    .selectFrom('transfers')
    .selectAll()
    .where('network', '=', 'polygon')
    .where('payment_id', 'is', null)
    .where('direction', '=', 'in')
    .execute()
  if (!like) throw new Error('there is no transfer')
  const { seq: _, ...row } = like
  const lost = { ...row, id: LOST, tx_hash: `0x${'1f'.repeat(32)}`, booked_for: null }
  await transact((tx) => tx.insertInto('transfers').values(lost).execute())
  const has = (kind: string) =>
    pollUntil(readEntries, (all) => all.some((one) => one.kind === kind && one.transfer_id === lost.id))
  await has('received')
  await transact((tx) => tx.updateTable('transfers').set({ state: 'orphaned' }).where('id', '=', lost.id).execute())
  await has('reversed')
}

const verify = async () => {
  const period = { environment: 'sandbox', from: Date.now() - 86_400_000, to: Date.now() + 60_000 } as const
  return (await verifyPayments(shop.checkout.context, shop.config, period)).ledger
}

test('the ledger of a shop with every kind of entry is what the chains show', async () => {
  const entries = await readEntries()
  // No network has conversions yet (decision 137).
  const booked = entryKinds.filter((kind) => kind !== 'converted' && kind !== 'released')
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(booked))
  const ledger = await verify()
  expect(ledger).toMatchObject({ entries: entries.length, differences: [], moreDifferences: 0, unverified: 0 })
  expect(ledger.unknown).toEqual({})
  const on = (name: string) => ledger.nodes.filter(({ network }) => network === name)
  expect(on('ethereum')).toMatchObject([{ fees: 3, deposits: 5, transfers: 6, unknown: 0 }])
  // One that was assigned, one that pays nothing, and the payment that was paid on two networks.
  expect(on('polygon')).toMatchObject([{ entries: 3, transfers: 3, unknown: 0 }])
  const onStellar = { entries: 2, transfers: 2, unknown: 0 }
  expect(on('stellar')).toMatchObject([onStellar, onStellar])
})

/** Changes entries behind the database's back, which refuses that, and takes it back after the work. */
async function withPlanted<T>(plant: (entries: readonly Entry[]) => readonly Entry[], work: () => Promise<T>) {
  const { transact } = shop.checkout.context
  const entries = await readEntries()
  const replace = (rows: readonly Entry[]) =>
    transact(async (tx) => {
      await allowEntryChanges(tx)
      await tx.deleteFrom('entries').execute()
      for (const row of rows) await tx.insertInto('entries').values(row).execute()
    })
  await replace(plant(entries))
  try {
    return await work()
  } finally {
    await replace(entries)
  }
}

const hour = 3_600_000
const isReceived = ({ kind, network, transfer_id }: Entry) =>
  kind === 'received' && network === 'polygon' && transfer_id !== LOST
const is = (kind: string) => (entry: Entry) => entry.kind === kind
const isFromDeposit = ({ kind, amount }: Entry) => kind === 'swept' && (amount ?? 0n) < 0n
const isToWallet = ({ kind, amount }: Entry) => kind === 'swept' && (amount ?? 0n) > 0n
const isStellar = ({ kind, network }: Entry) => kind === 'received' && network === 'stellar'
const isTakenBack = ({ kind, corrects_sequence }: Entry) => kind === 'assigned' && corrects_sequence !== null
const elsewhere = `0x${'e'.repeat(40)}`

/** Changes the last entry that fits. */
function change(fits: (entry: Entry) => boolean, columns: (entry: Entry) => Partial<Entry>) {
  return (entries: readonly Entry[]) => {
    const chosen = entries.findLast(fits)
    return entries.map((entry) => (entry === chosen ? { ...entry, ...columns(entry) } : entry))
  }
}

const lose = (fits: (entry: Entry) => boolean) => (entries: readonly Entry[]) =>
  entries.filter((entry) => entry !== entries.findLast(fits))

const negate = ({ amount, raw_amount }: Entry) => ({ amount: -(amount ?? 0n), raw_amount: -(raw_amount ?? 0n) })

const repeat = (fits: (entry: Entry) => boolean) => (entries: readonly Entry[]) =>
  entries.flatMap((entry) => (entry === entries.findLast(fits) ? [entry, { ...entry, ordinal: 99 }] : [entry]))

test.each([
  ['a received entry that is lost', lose(isReceived), { entry: null, ledger: 'no entry' }],
  ['one that is there twice', repeat(isReceived), { chain: 'it moves that for another entry already' }],
  ['another amount', change(isReceived, ({ raw_amount }) => ({ raw_amount: (raw_amount ?? 0n) + 1n })), {}],
  ['the wrong sign', change(isReceived, negate), { network: 'polygon' }],
  ['another sender', change(isReceived, () => ({ counterparty: elsewhere })), {}],
  ['another account', change(isReceived, () => ({ account: elsewhere })), { account: elsewhere }],
  ['another coin', change(isReceived, () => ({ token: elsewhere })), {}],
  ['another block', change(isReceived, (one) => ({ chain_time: (one.chain_time ?? 0) - hour })), {}],
  ['another transaction', change(isReceived, () => ({ tx_hash: `0x${'ab'.repeat(32)}` })), { ledger: 'no entry' }],
  ['another amount on Stellar', change(isStellar, (one) => ({ raw_amount: (one.raw_amount ?? 0n) + 1n })), {}],
  ['a lost one on Stellar', lose(isStellar), { entry: null, network: 'stellar', ledger: 'no entry' }],
  [
    'a correction of another amount',
    change(isTakenBack, (one) => ({ amount: (one.amount ?? 0n) - 1n })),
    { url: null },
  ],
  ['a refund with the wrong sign', change(is('refunded'), negate), {}],
  ['a refund that is lost', lose(is('refunded')), { url: null, chain: 'the refund is completed' }],
  ['a sweep that is lost at the deposit', lose(isFromDeposit), { chain: expect.stringContaining('is 0.000000') }],
  ['a sweep that is lost at the wallet', lose(isToWallet), { url: null, chain: 'the settlement has moved it' }],
  ['a fee of another amount', change(is('network_fee'), (one) => ({ raw_amount: (one.raw_amount ?? 0n) - 1n })), {}],
  ['a fee that is missing', lose(is('network_fee')), { url: null, chain: 'the transaction was mined' }],
  ["a payer's fee that is missing", lose(is('relayed')), { url: null, chain: 'the transaction was mined' }],
  ['a reversal that is lost', lose(is('reversed')), { chain: 'it moves nothing, or is not there' }],
])('%s is found', async (_, plant, expected) => {
  const { differences } = await withPlanted(plant, verify)
  expect(differences).toContainEqual(expect.objectContaining(expected))
})

test('after all that, the ledger is right again', async () => {
  expect(await verify()).toMatchObject({ differences: [], unverified: 0 })
})
