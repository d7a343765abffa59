import { sql } from 'kysely'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import { type Changes, takeChanges, type Watched } from './changes.ts'
import { checkConversions } from './check-conversions.ts'
import { checkDelivery, checkEvents, checkReceived } from './check-events.ts'
import { checkLedger } from './check-ledger.ts'
import { adoptMethods, readMethods } from './check-methods.ts'
import { checkOutgoing, checkPaymentSettlement, checkRefund, checkSettlement, readRefunds } from './check-money.ts'
import { adoptPayment, checkPayment, checkTransfer, getChain } from './check-payments.ts'
import { checkPrograms } from './check-programs.ts'
import { checkReceipts } from './check-receipts.ts'
import { checkReports } from './check-reports.ts'
import { checkSettled } from './check-settled.ts'
import { decimalsByToken } from './config.ts'
import type { KnownMethod, KnownPayment } from './history.ts'
import { findExpectedPayment, toMillionths } from './model.ts'
import type { MethodRow } from './model-methods.ts'
import { must } from './violation.ts'
import type { World } from './world.ts'

/**
 * Checks that must hold after every step, on all rows that the step wrote. Returns how many rows that is. Throws
 * Violation.
 */
export async function checkStep(world: World): Promise<string> {
  await world.leases?.check(world.storage.db)
  for (const violation of world.found) throw violation
  for (const { defects, books } of world.servers) {
    must(defects.length === 0, 'no defects', () => defects.join('\n'))
    const { imbalance, wrong } = books()
    must(imbalance === 0, 'I6', () => `the books do not add up: ${wrong.join(', ')}`)
  }
  await checkPrograms(world)
  const changes = await takeChanges(world.storage.db)
  if (changes.size > 0) await checkChanges(world, changes)
  else checkReceived(world)
  const { payments, refunds, answered } = world.history
  for (const id of answered.splice(0))
    must(payments.has(id) || refunds.has(id), 'I9', () => `${id} was answered, and is not there`)
  return [...changes].map(([table, ids]) => `${table} ${ids.length}`).join(' ')
}

async function checkChanges(world: World, changes: Changes): Promise<void> {
  const { history } = world
  const payments = await rowsOf(world, withMethods(changes), 'payments')
  const transfers = await rowsOf(world, changes, 'transfers')
  const events = (await rowsOf(world, changes, 'events')).sort((a, b) => a.sequence - b.sequence)
  const settlements = await rowsOf(world, changes, 'settlements')
  const deliveries = await rowsOf(world, changes, 'deliveries')
  for (const row of payments.sort(bySeq)) if (!history.payments.has(row.id)) adoptPayment(world, row)
  const methods = await readMethods(world.storage.db, payments)
  history.newlyOpen.clear()
  for (const { id } of payments) adoptMethods(world, getPayment(world, id), methods.get(id) ?? [])
  const own = await transfersOf(world, payments)
  checkEvents(world, events)
  const eventsByPayment = Map.groupBy(
    events.filter(({ type }) => type.startsWith('payment.')),
    (event) => (JSON.parse(event.object) as { id: string }).id,
  )
  const check = (row: Row<'payments'>) =>
    checkPayment(world, row, methods.get(row.id) ?? [], own.get(row.id) ?? [], eventsByPayment.get(row.id) ?? [])
  // The owner of an amount follows from the amounts asked for before.
  for (const row of payments.filter(({ version }) => version === 1)) check(row)
  history.newlyPaid.clear()
  const { in: incoming = [], out: outgoing = [] } = Object.groupBy(transfers.sort(bySeq), ({ direction }) => direction)
  for (const row of incoming) checkTransfer(world, row, events)
  for (const row of payments.filter(({ version }) => version > 1)) {
    await checkDeadline(world, row, methods.get(row.id) ?? [])
    check(row)
    await checkPaymentSettlement(world, row)
  }
  await checkRefunds(world, changes.get('refunds') ?? [], outgoing)
  await checkReceipts(world, payments)
  for (const row of settlements.sort(bySeq)) await checkSettlement(world, row)
  await checkLedger(world, changes, transfers)
  await checkSettled(world, changes, settlements)
  await checkReports(world, settlements)
  await checkConversions(world, changes, { settlements, transfers })
  if (payments.length > 0) await checkUsage(world)
  if (changes.has('cursors')) await checkRing(world)
  checkReceived(world)
  for (const row of deliveries) checkDelivery(world, row)
}

/** Checks the refunds that were written, and those whose transfers were. */
async function checkRefunds(
  world: World,
  written: readonly string[],
  outgoing: readonly Row<'transfers'>[],
): Promise<void> {
  const ids = [...written, ...outgoing.flatMap(({ refund_id }) => refund_id ?? [])]
  const refunds = await readRefunds(world.storage.db, 'id', ids)
  const byId = new Map(refunds.map((row) => [row.id, row]))
  for (const row of outgoing) checkOutgoing(world, row, byId.get(row.refund_id ?? ''))
  for (const row of refunds.sort(bySeq)) await checkRefund(world, row)
  await checkReceipts(world, refunds)
}

/** The stored usage of merchants' quotas equals the sums of the rows. */
async function checkUsage({ storage }: World): Promise<void> {
  const { rows } = await sql<{ merchant_id: string }>`
    select u.merchant_id from payment_usage u left join payments p
      on p.merchant_id = u.merchant_id and p.livemode = u.livemode
    group by u.merchant_id, u.livemode, u.open_payments, u.text_bytes
    having u.open_payments <> sum(case when p.status in ('created', 'partially_paid', 'processing') then 1 else 0 end)
      or u.text_bytes <> sum(octet_length(p.metadata) + coalesce(octet_length(p.redirect_url), 0)
        + coalesce(octet_length(p.webhook_url), 0) + coalesce(octet_length(p.description), 0)
        + coalesce(octet_length(p.reference), 0) + coalesce(octet_length(p.line_items), 0)
        + coalesce(octet_length(p.cancel_url), 0) + coalesce(octet_length(p.alternatives), 0))`.execute(storage.db)
  must(rows.length === 0, 'I6', () => `the usage of ${rows.map((row) => row.merchant_id).join(', ')} is not exact`)
}

/** The cursor is a remembered block, and remembered blocks follow one another. */
async function checkRing({ storage }: World): Promise<void> {
  const cursors = await storage.db.selectFrom('cursors').select(['network', 'block_hash']).execute()
  const blocks = await storage.db.selectFrom('blocks').selectAll().orderBy('number').execute()
  for (const { network, block_hash } of cursors) {
    const own = blocks.filter((block) => block.network === network)
    must(
      own.some(({ hash }) => hash === block_hash),
      'I5',
      () => `the last block of ${network} is not remembered`,
    )
    for (const [index, { number, parent_hash }] of own.entries()) {
      const before = own[index - 1]
      const follows = before?.number !== number - 1 || before.hash === parent_hash
      must(follows, 'I5', () => `block ${number} of ${network} is of another chain than the one before`)
    }
  }
}

function bySeq(a: { readonly seq: number }, b: { readonly seq: number }): number {
  return a.seq - b.seq
}

/**
 * A payment expires when the chains of all its open methods have been read to a later block; by then all money that was
 * on time has been seen.
 */
async function checkDeadline(world: World, row: Row<'payments'>, methods: readonly MethodRow[]): Promise<void> {
  const payment = getPayment(world, row.id)
  const isNew = row.past_deadline_at !== null && payment.row.past_deadline_at === null
  for (const known of payment.methods) {
    const isAwaited = methods.find(({ position }) => position === known.position)?.awaited_until !== null
    must(!isNew || !isAwaited, 'I5', () => `${row.id} expired before ${known.network} passed its deadline`)
    if (known.isAwaited && !isAwaited) await checkPassed(world, payment, known)
    known.isAwaited = isAwaited
  }
}

/** The chain of a method has been read to a later block than the deadline. */
async function checkPassed(world: World, { id, expiresAt }: KnownPayment, method: KnownMethod): Promise<void> {
  const { db } = world.storage
  const cursor = await db.selectFrom('cursors').selectAll().where('network', '=', method.network).executeTakeFirst()
  const read = cursor?.block_time ?? 0
  must(read > expiresAt, 'I5', () => `${id} expired before the chain was read to its deadline`)
  const chain = getChain(world, method.chain)
  const isOnChain = chain.blocks[cursor?.block_number ?? 0]?.hash === cursor?.block_hash
  // One of three nodes may leave out a transfer that the second reading will show.
  if (!isOnChain || chain.nodes.length > 2) return
  // A transfer recorded before the payment existed is unattributed, and stays so.
  const seen = new Set([...world.history.transfers.values()].map(({ tx_hash }) => tx_hash))
  const { address, token } = method
  for (const one of chain.transfers()) {
    const isIts = one.to.toLowerCase() === address && one.token.toLowerCase() === token && one.rawAmount > 0n
    const [number, time] = [one.block.number, one.block.timestamp * 1_000]
    if (!isIts || number > (cursor?.block_number ?? 0) || time > expiresAt) continue
    const amount = toMillionths(one.rawAmount, decimalsByToken[token] ?? 6)
    const isFor = findExpectedPayment(world.history, { chain: chain.id, token, address, amount }, time) === id
    must(!isFor || seen.has(one.txHash), 'I4', () => `${id} expired, and ${one.txHash} had paid it in time`)
  }
}

/** A payment whose methods were written counts as written. */
function withMethods(changes: Changes): Changes {
  const methods = changes.get('methods')
  if (!methods) return changes
  return new Map([...changes, ['payments', [...new Set([...(changes.get('payments') ?? []), ...methods])]]])
}

function getPayment({ history }: World, id: string): KnownPayment {
  const found = history.payments.get(id)
  if (!found) throw new Error(`${id} was not adopted`)
  return found
}

async function transfersOf(
  world: World,
  payments: readonly Row<'payments'>[],
): Promise<Map<string | null, Row<'transfers'>[]>> {
  if (payments.length === 0) return new Map()
  const ids = payments.map(({ id }) => id)
  const rows = await world.storage.db
    .selectFrom('transfers')
    .selectAll()
    .where('payment_id', 'in', ids)
    .orderBy('seq')
    .execute()
  return Map.groupBy(rows, (row) => row.payment_id)
}

/** The written rows of a table that still exist. */
async function rowsOf<
  Table extends Exclude<
    Watched,
    'sweeps' | 'cursors' | 'sends' | 'methods' | 'entries' | 'taken_entries' | 'conversions' | 'exits'
  >,
>(world: World, changes: Changes, table: Table): Promise<Row<Table>[]> {
  const ids = changes.get(table)
  if (!ids) return []
  // One type for all tables: each has an id.
  const rows = await world.storage.db
    .selectFrom(table as 'payments')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return rows as unknown as Row<Table>[]
}
