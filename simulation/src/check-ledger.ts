import { sql } from 'kysely'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { Changes } from './changes.ts'
import { readMethods } from './check-methods.ts'
import { decimalsByToken } from './config.ts'
import { toMillionths } from './model.ts'
import { type MethodRow, placeKey } from './model-methods.ts'
import { expectSame, must } from './violation.ts'
import type { World } from './world.ts'

type Entry = Row<'entries'>
type Transfer = Row<'transfers'>

/**
 * The entries follow from the facts that a step wrote: each final transfer has one live entry, each ended transaction and
 * sweep what it cost and moved, and values add up (I21).
 */
export async function checkLedger(world: World, changes: Changes, transfers: readonly Transfer[]): Promise<void> {
  for (const row of transfers) await checkTransferEntry(world, row)
  const paid = transfers.flatMap(({ payment_id }) => payment_id ?? [])
  for (const id of new Set([...(changes.get('payments') ?? []), ...paid])) await checkValues(world, id)
  for (const id of changes.get('sends') ?? []) await checkFee(world, Number(id))
  for (const id of changes.get('sweeps') ?? []) await checkSweep(world, Number(id))
  if (changes.has('entries')) await checkFixed(world)
}

async function checkTransferEntry(world: World, row: Transfer): Promise<void> {
  const entries = await world.storage.db.selectFrom('entries').selectAll().where('transfer_id', '=', row.id).execute()
  const live = entries.filter((one) => one.corrects_sequence === null && !isCorrected(entries, one))
  const expected = row.state === 'final' && row.merchant_id !== null ? 1 : 0
  expectSame(live.length, expected, 'I21', `the number of live entries of ${row.id}, which is ${row.state},`)
  const [entry] = live
  if (!entry) return
  expectSame(
    [entry.merchant_id, entry.livemode, entry.chain, entry.token, entry.tx_hash, entry.chain_time],
    [row.merchant_id, row.livemode, row.chain, row.token, row.tx_hash, row.block_time],
    'I21',
    `what the ledger says of ${row.id}`,
  )
  if (row.direction === 'in') checkIncoming(row, entry)
  else await checkRefunded(world, row, entry)
}

function isCorrected(entries: readonly Entry[], { merchant_id, sequence, ordinal }: Entry): boolean {
  return entries.some(
    (one) => one.merchant_id === merchant_id && one.corrects_sequence === sequence && one.corrects_ordinal === ordinal,
  )
}

function checkIncoming(row: Transfer, entry: Entry): void {
  const amount = toMillionths(row.raw_amount, decimalsByToken[row.token] ?? 6)
  expectSame(
    [entry.account, entry.payment_id, entry.amount, entry.raw_amount],
    [row.to_address, row.payment_id, amount, row.raw_amount],
    'I21',
    `the money of ${row.id}`,
  )
  must(['received', 'assigned'].includes(entry.kind), 'I21', () => `${row.id} is booked as ${entry.kind}`)
}

async function checkRefunded({ storage }: World, row: Transfer, entry: Entry): Promise<void> {
  const refund = await storage.db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', row.refund_id ?? '')
    .executeTakeFirstOrThrow()
  expectSame(
    [entry.kind, entry.account, entry.refund_id, entry.payment_id, entry.amount, entry.raw_amount, entry.fiat_amount],
    [
      ...['refunded', row.from_address, refund.id, refund.payment_id, -refund.amount, -(row.raw_left ?? 0n)],
      -BigInt(refund.amount_cents),
    ],
    'I21',
    `the entry of refund ${refund.id}`,
  )
  expectSame([entry.arrived, entry.coin_fee], [row.amount, refund.amount - row.amount], 'I21', `what ${refund.id} paid`)
}

/** The values of what a payment's method has got add up to that of the sum. */
async function checkValues({ storage }: World, id: string): Promise<void> {
  const { db } = storage
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  if (!payment) return
  const methods = (await readMethods(db, [payment])).get(id) ?? []
  const entries = await db
    .selectFrom('entries')
    .selectAll()
    .where('payment_id', '=', id)
    .where('kind', 'in', ['received', 'assigned', 'reversed'])
    .execute()
  const final = await db
    .selectFrom('transfers')
    .selectAll()
    .where('payment_id', '=', id)
    .where('state', '=', 'final')
    .execute()
  for (const method of methods) {
    const own = entries.filter((one) => placeKey({ chain: one.chain, token: one.token ?? '' }) === placeKey(method))
    const got = final.filter((one) => placeKey(one) === placeKey(method)).reduce((sum, one) => sum + one.amount, 0n)
    const value = own.reduce((sum, one) => sum + (one.fiat_amount ?? 0n), 0n)
    expectSame(value, computeValue(got, payment, method), 'I21', `the value of ${got} for ${id}`)
    for (const one of own)
      expectSame(
        [one.currency, one.rate, one.reference],
        [payment.currency, method.rate, payment.reference],
        'I21',
        `the terms of an entry of ${id}`,
      )
  }
}

/** The value of money: the most cents whose coins it covers. All that is asked for is worth the price. */
function computeValue(amount: bigint, payment: Row<'payments'>, { due, price }: MethodRow): bigint {
  const cents = BigInt(payment.amount_cents)
  const covers = (coins: bigint) => {
    let count = (coins * cents) / price + 1n
    while ((2n * count * price + cents) / (2n * cents) > coins) count -= 1n
    return count
  }
  if (amount >= due) return cents + (amount > due ? covers(amount - due) : 0n)
  const part = covers(amount)
  return part < cents ? part : cents
}

const nativeCoins: Readonly<Record<string, string>> = { ethereum: 'ETH', polygon: 'POL' }

/** A mined transaction has one entry with what it has cost, in the chain's own coin. */
async function checkFee({ storage }: World, id: number): Promise<void> {
  const send = await storage.db.selectFrom('sends').selectAll().where('id', '=', id).executeTakeFirst()
  if (!send?.hash || send.gas_used === null || send.gas_price === null) return
  // A refund with a hash as its subject is one that the database forgot.
  const isUnknown = send.purpose !== 'delivery' && send.subject.startsWith('0x')
  if (!['settlement', 'refund', 'relay', 'conversion', 'delivery'].includes(send.purpose) || isUnknown) return
  const entries = await storage.db
    .selectFrom('entries')
    .selectAll()
    .where('tx_hash', '=', send.hash)
    .where('kind', 'in', ['network_fee', 'relayed'])
    .execute()
  const kind = send.purpose === 'relay' ? 'relayed' : 'network_fee'
  expectSame(
    entries.map((one) => [one.kind, one.account, one.coin, one.raw_amount]),
    [[kind, send.signer, nativeCoins[send.network], -(send.gas_used * send.gas_price)]],
    'I21',
    `the cost of ${send.purpose} ${send.subject}`,
  )
}

/** What left a deposit and what reached the wallet are booked once. */
async function checkSweep({ storage }: World, rowid: number): Promise<void> {
  const { db } = storage
  const sweep = await db.selectFrom('sweeps').selectAll().where(sql<number>`rowid`, '=', rowid).executeTakeFirst()
  if (!sweep || (sweep.state !== 'swept' && sweep.state !== 'empty')) return
  const entries = await db
    .selectFrom('entries')
    .selectAll()
    .where('settlement_id', '=', sweep.settlement_id)
    .where('kind', '=', 'swept')
    .execute()
  const sum = (own: readonly Entry[]) => own.reduce((all, one) => all + (one.amount ?? 0n), 0n)
  expectSame(
    [
      sum(entries.filter(({ account }) => account === sweep.address)),
      sum(entries.filter(({ counterparty }) => counterparty === sweep.address)),
    ],
    [-((sweep.left_amount ?? 0n) + sweep.lost_amount), sweep.amount ?? 0n],
    'I21',
    `what the ledger says of the sweep of ${sweep.address}`,
  )
}

/** The database refuses each change of an entry. */
async function checkFixed({ storage }: World): Promise<void> {
  const isRefused = await storage
    .transact((tx) =>
      tx
        .updateTable('entries')
        .set((eb) => ({ amount: eb.ref('amount') }))
        .execute(),
    )
    .then(
      () => false,
      () => true,
    )
  must(isRefused, 'I21', () => 'an entry could be changed')
}
