import type { Db } from '../../packages/core/src/storage/database.ts'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import { readMethods } from './check-methods.ts'
import { checkPlace, computeTrueAmount, getChain } from './check-payments.ts'
import { decimalsByToken, PAYER } from './config.ts'
import type { KnownRefund, RefundRow } from './history.ts'
import { hasLeftLate, holdsMoney, sumAmounts, toMillionths } from './model.ts'
import { placeKey } from './model-methods.ts'
import { expectSame, must } from './violation.ts'
import type { World } from './world.ts'

/** The refunds that have one of these values. Each has at most one transfer on the chain. */
export async function readRefunds(
  db: Db,
  column: 'id' | 'payment_id',
  values: readonly string[],
): Promise<RefundRow[]> {
  if (values.length === 0) return []
  const rows = await db.selectFrom('refunds').selectAll().where(column, 'in', values).execute()
  const transfers = await db
    .selectFrom('transfers')
    .selectAll()
    .where(
      'refund_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('state', '!=', 'orphaned')
    .execute()
  return rows.map((row) => {
    const [transfer = null, ...others] = transfers.filter(({ refund_id }) => refund_id === row.id)
    must(others.length === 0, 'I7', () => `refund ${row.id} has ${others.length + 1} transfers`)
    return { ...row, transfer }
  })
}

/** Compares the recorded transfer of a refund with the chain and with the refund. */
export function checkOutgoing(world: World, row: Row<'transfers'>, refund: RefundRow | undefined): void {
  const { outgoing } = world.history
  must(refund !== undefined, 'I2', () => `transfer ${row.id} pays refund ${row.refund_id}, which is nowhere`)
  checkPlace(world, row, outgoing.get(row.id))
  expectSame(
    [row.chain, row.token, row.from_address, row.to_address, row.raw_left, row.merchant_id, row.payment_id],
    [
      ...[refund?.chain, refund?.token, refund?.from_address, refund?.to_address, refund?.raw_amount],
      ...[refund?.merchant_id, null],
    ],
    'I6',
    `what ${row.id} says of its refund`,
  )
  outgoing.set(row.id, row)
}

/** The most that two servers' clocks differ. */
const CLOCKS_DIFFER_MS = 10 * 60_000

function adoptRefund({ history }: World, row: RefundRow): KnownRefund {
  const name = `${row.merchant_id} ${row.reason}`
  must(history.requestWords.has(`refund ${name}`), 'I9', () => `nobody asked for refund ${row.id}`)
  const other = history.made.get(name)
  must(other === undefined, 'I10', () => `one request made two refunds: ${other} and ${row.id}`)
  history.made.set(name, row.id)
  const payment = history.payments.get(row.payment_id)
  expectSame(row.merchant_id, payment?.merchantId, 'I11', `the merchant of ${row.id}`)
  const method = payment?.methods.find((one) => placeKey(one) === placeKey(row))
  must(method !== undefined, 'I6', () => `${row.id} is in a coin that ${row.payment_id} never asked for`)
  if (row.method !== 'signer') expectSame(row.from_address, method?.wallet, 'I6', `the wallet that pays ${row.id}`)
  const refund = { id: row.id, merchantId: row.merchant_id, row, signed: false, asked: false }
  history.refunds.set(row.id, refund)
  return refund
}

/**
 * A refund's state follows from its transfer on the chain. It is paid at most once, and all refunds together are no
 * more than was received.
 */
export async function checkRefund(world: World, row: RefundRow): Promise<void> {
  const { history } = world
  const known = history.refunds.get(row.id) ?? adoptRefund(world, row)
  expectSame(row.status, statusOf(row), 'I6', `refund ${row.id}`)
  if (row.status !== 'pending')
    expectSame(history.lastTold.get(row.id), `refund.${row.status}`, 'I8', `what was told of ${row.id}`)
  if (row.transfer?.state === 'final') {
    const { block_hash } = row.transfer
    must(
      getChain(world, row.chain).isFinal(block_hash),
      'I3',
      () => `${row.id} is completed by a block that is not final`,
    )
  }
  if (known.row.transfer?.state === 'final') expectSame(row.transfer?.state, 'final', 'I5', `the transfer of ${row.id}`)
  expectSame(row.failure, null, 'I7', `what ${row.id} failed of`)
  const word = `cancel ${row.id}`
  // A refund that was cancelled and turns out to be paid takes the money of a newer one, which is then cancelled.
  const mayBeExcess = world.restores > 0
  if (row.cancelled_at !== null)
    must(mayBeExcess || history.requestWords.has(word), 'I5', () => `nobody asked to ${word}`)
  else must(!history.done.has(word), 'I9', () => `"${word}" was answered, and is not so`)
  expectSame(
    [row.amount, row.to_address, wasAdopted(world, known.row, row) ? known.row.method : row.method],
    [known.row.amount, known.row.to_address, known.row.method],
    'I6',
    `what ${row.id} is`,
  )
  expectSame(
    toMillionths(row.raw_amount, decimalsByToken[row.token] ?? 6),
    row.amount,
    'I6',
    `what leaves for ${row.id}`,
  )
  checkPaidOnce(world, row)
  // After a restore a key's transaction may turn out to have paid it.
  const isGivenUp = row.cancelled_at !== null && (world.restores === 0 || row.status === 'cancelled')
  if (isGivenUp && row.send_id !== null) await checkGivenUp(world, row.id, row.send_id)
  known.row = row
  await checkSum(world, row)
}

/**
 * After a restore a wallet's refund may turn out to be one that a key has paid, even if it was cancelled meanwhile. A key
 * may also pay one whose wallet was released.
 */
function wasAdopted({ restores }: World, { method, status }: RefundRow, row: RefundRow): boolean {
  const isOpen = status === 'pending' || status === 'cancelled'
  return restores > 0 && method === 'sign' && isOpen && row.method === 'signer'
}

function statusOf(row: RefundRow): string {
  if (row.transfer?.state === 'final') return 'completed'
  if (row.transfer?.state === 'seen') return 'submitted'
  if (row.failure !== null) return 'failed'
  return row.cancelled_at === null ? 'pending' : 'cancelled'
}

/**
 * The transfers that pay a refund on the chain. Each refund has its own address, which only payers, programs and sweeps
 * may pay, too. One that was lost and made again may have become one of another amount.
 */
export function getRefundTransfers(world: World, row: RefundRow) {
  const isOther = (from: string) =>
    from === PAYER || world.history.byAddress.has(from.toLowerCase()) || world.programs?.hasAccount(from) === true
  return getChain(world, row.chain)
    .transfers()
    .filter(({ from, to }) => to.toLowerCase() === row.to_address && !isOther(from))
    .filter(({ rawAmount }) => !world.lostTags.has(row.reason ?? '') || rawAmount === row.raw_amount)
}

/** A signed transaction cannot be stopped, so a cancelled refund must have none. */
async function checkGivenUp({ storage }: World, refund: string, id: number): Promise<void> {
  const send = await storage.db.selectFrom('sends').select('state').where('id', '=', id).executeTakeFirst()
  expectSame(send?.state, 'abandoned', 'I6', `the transaction of ${refund}, which was cancelled,`)
}

function checkPaidOnce(world: World, row: RefundRow): void {
  const paid = getRefundTransfers(world, row)
  const times = paid.length + (wasPaidElsewhere(world, row) ? 1 : 0)
  must(times <= 1, 'I7', () => `refund ${row.id} was paid ${times} times`)
  for (const { rawAmount } of paid) expectSame(rawAmount, row.raw_amount, 'I7', `what was paid for ${row.id}`)
}

/** Tells whether a wallet has paid a lost refund to another address or another amount than now. */
function wasPaidElsewhere(world: World, row: RefundRow): boolean {
  const lost = world.paidByWallet.get(row.reason ?? '')
  if (!lost || (lost.to === row.to_address && lost.rawAmount === row.raw_amount)) return false
  return getChain(world, lost.chain)
    .transfers()
    .some(({ to, rawAmount }) => to.toLowerCase() === lost.to && rawAmount === lost.rawAmount)
}

async function checkSum({ history, storage, restores }: World, refund: RefundRow): Promise<void> {
  const { db } = storage
  const { payment_id, network } = refund
  const isOfMethod = (one: { readonly chain: string; readonly token: string }) => placeKey(one) === placeKey(refund)
  const refunds = (await readRefunds(db, 'payment_id', [payment_id])).filter(isOfMethod)
  const paid = await db.selectFrom('transfers').selectAll().where('payment_id', '=', payment_id).execute()
  const transfers = paid.filter(isOfMethod)
  const audit = await db
    .selectFrom('audits')
    .select('time')
    .where('network', '=', network as 'polygon')
    .executeTakeFirst()
  const received = sumAmounts(
    transfers.filter(({ state }) => state === 'final').map((one) => ({ amount: computeTrueAmount(one) })),
  )
  const amounts = (rows: typeof refunds) => sumAmounts(rows.map((one) => ({ amount: one.amount })))
  // A wallet may pay a cancelled refund after another refund has returned its amount: that cannot be prevented. Later
  // refunds then have less left.
  // Nor that it pays one that was cancelled as excess, because an older one turned out to be paid.
  const isExcess = ({ id, cancelled_at }: RefundRow) =>
    cancelled_at !== null && restores > 0 && !history.requestWords.has(`cancel ${id}`)
  const all = refunds.filter((one) => holdsMoney(one, audit?.time ?? 0))
  const holding = all.filter((one) => !hasLeftLate(one) && !isExcess(one))
  const newest = Math.max(...holding.map(({ created_at }) => created_at))
  const isCounted = (since: number | null) => (since ?? newest) + CLOCKS_DIFFER_MS < newest
  const counted = all.filter((one) =>
    hasLeftLate(one) ? isCounted(one.completed_at) : isExcess(one) && isCounted(one.cancelled_at),
  )
  const held = amounts([...holding, ...counted])
  must(held <= received, 'I6', () => `refunds of ${payment_id} hold ${held} of ${received}`)
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', payment_id).executeTakeFirstOrThrow()
  const methods = (await readMethods(db, [payment])).get(payment_id)
  expectSame(
    BigInt(methods?.find(isOfMethod)?.refunded ?? 0),
    amounts(refunds.filter(({ status }) => status === 'completed')),
    'I6',
    `what went back of ${payment_id}`,
  )
  must(history.payments.has(payment_id), 'I11', () => `there is no ${payment_id}`)
}

/** A payment to a wallet is in one settlement for good, and only once it is completed. */
export async function checkPaymentSettlement({ history }: World, row: Row<'payments'>): Promise<void> {
  const known = history.payments.get(row.id)
  if (row.recognition === 'address') return
  const before = known?.settledIn ?? null
  if (before !== null) expectSame(row.settlement_id, before, 'I6', `the settlement of ${row.id}`)
  if (row.settlement_id === null || before !== null || !known) return
  expectSame(row.status, 'completed', 'I6', `${row.id}, which is settled,`)
  known.settledIn = row.settlement_id
}

/** The end of a settlement is reported once. */
export async function checkSettlement(world: World, row: Row<'settlements'>): Promise<void> {
  const { history } = world
  const before = history.settlements.get(row.id)
  history.settlements.set(row.id, row)
  if (row.status === 'closing' || row.status === 'pending') return
  if (before && before.status !== 'closing' && before.status !== 'pending') {
    expectSame(row.status, before.status, 'I5', `settlement ${row.id}`)
    return
  }
  const told = history.lastTold.get(row.id)
  // Where its money went is told last.
  const isConverted = world.conversions?.isAccount(row.destination) === true && row.status === 'completed'
  const expected = isConverted && told !== 'settlement.completed' ? /^settlement\.(converted|released)$/ : null
  if (expected) must(expected.test(told ?? ''), 'I8', () => `what was told of ${row.id} is ${told}`)
  else expectSame(told, `settlement.${row.status}`, 'I8', `what was told of ${row.id}`)
}
