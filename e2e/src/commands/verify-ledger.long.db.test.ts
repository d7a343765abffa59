import { entryKinds } from '@crypto-checkout/api-types'
import { verifyPayments } from '@crypto-checkout/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, pollUntil } from '../support/harness.ts'
import {
  change,
  type PlantedEntry as Entry,
  lose,
  readEntries,
  repeat,
  withPlanted,
} from '../support/planted-entries.ts'
import { doBusiness, openWholeShop, type WholeShop } from '../support/whole-shop.ts'

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
    pollUntil(
      () => readEntries(shop.checkout),
      (all) => all.some((one) => one.kind === kind && one.transfer_id === lost.id),
    )
  await has('received')
  await transact((tx) => tx.updateTable('transfers').set({ state: 'orphaned' }).where('id', '=', lost.id).execute())
  await has('reversed')
}

const verify = async () => {
  const period = { environment: 'sandbox', from: Date.now() - 86_400_000, to: Date.now() + 60_000 } as const
  return (await verifyPayments(shop.checkout.context, shop.config, period)).ledger
}

test('the ledger of a shop with every kind of entry is what the chains show', async () => {
  const entries = await readEntries(shop.checkout)
  // They have a test of their own: this shop converts nothing.
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

const hour = 3_600_000
const isReceived = ({ kind, network, transfer_id }: Entry) =>
  kind === 'received' && network === 'polygon' && transfer_id !== LOST
const is = (kind: string) => (entry: Entry) => entry.kind === kind
const isFromDeposit = ({ kind, amount }: Entry) => kind === 'swept' && (amount ?? 0n) < 0n
const isToWallet = ({ kind, amount }: Entry) => kind === 'swept' && (amount ?? 0n) > 0n
const isStellar = ({ kind, network }: Entry) => kind === 'received' && network === 'stellar'
const isTakenBack = ({ kind, corrects_sequence }: Entry) => kind === 'assigned' && corrects_sequence !== null
const elsewhere = `0x${'e'.repeat(40)}`

const negate = ({ amount, raw_amount }: Entry) => ({ amount: -(amount ?? 0n), raw_amount: -(raw_amount ?? 0n) })

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
  const { differences } = await withPlanted(shop.checkout, plant, verify)
  expect(differences).toContainEqual(expect.objectContaining(expected))
})

test('after all that, the ledger is right again', async () => {
  expect(await verify()).toMatchObject({ differences: [], unverified: 0 })
})
