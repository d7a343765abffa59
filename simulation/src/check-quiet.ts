import { sql } from 'kysely'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import { checkConversionsQuiet } from './check-conversions.ts'
import { readMethods } from './check-methods.ts'
import { getRefundTransfers } from './check-money.ts'
import { computeTrueAmount, getChain } from './check-payments.ts'
import { checkProgramsQuiet } from './check-programs.ts'
import { checkAllReports } from './check-reports.ts'
import { checkAllSettled } from './check-settled.ts'
import { decimalsByToken, PAYER, USDC } from './config.ts'
import type { RefundRow } from './history.ts'
import { hasEnded, sumAmounts, toMillionths } from './model.ts'
import { deriveExpected, placeKey, sorted } from './model-methods.ts'
import { listAll } from './steps-merchants.ts'
import { expectSame, must, show } from './violation.ts'
import type { World } from './world.ts'

const DAY_MS = 24 * 3_600_000
const LEAST_SWEEP = 10_000n
const MOST_ATTEMPTS = 10

/**
 * Checks that must hold after everything has come to rest: all states match the chain, and all events were delivered.
 */
export async function checkQuiet(world: World): Promise<void> {
  await checkTransfers(world)
  await checkPayments(world)
  await checkAllSettled(world)
  await checkAllReports(world)
  checkRefunds(world)
  await checkDeposits(world)
  await checkSends(world)
  await checkProgramsQuiet(world)
  await checkDeliveries(world)
  await checkTotals(world)
  await checkConversionsQuiet(world)
}

type Place = Pick<
  Row<'transfers'>,
  'chain' | 'tx_hash' | 'token' | 'from_address' | 'to_address' | 'raw_amount' | 'ordinal' | 'block_hash'
>

function placeOf(row: Place): string {
  return [
    row.chain,
    row.block_hash,
    row.tx_hash,
    row.token,
    row.from_address,
    row.to_address,
    row.raw_amount,
    row.ordinal,
  ].join()
}

/** Lists the addresses given to payers, with the time when each was first known. */
function listKnownAddresses({ history }: World): Map<string, number> {
  const knownAt = new Map<string, number>()
  for (const { address, knownAt: at } of [...history.payments.values()].flatMap(({ methods }) => methods))
    knownAt.set(address, Math.min(at, knownAt.get(address) ?? at))
  return knownAt
}

/**
 * Each transfer of a coin to an address given to payers is recorded once, and no other is. A refund's transfer to a
 * wallet from before it was one may or may not be recorded.
 */
async function checkTransfers(world: World): Promise<void> {
  const { history, storage } = world
  const knownAt = listKnownAddresses(world)
  const [expected, possible]: [string[], string[]] = [[], []]
  for (const chain of Object.values(world.chains)) {
    const seen = new Map<string, number>()
    for (const one of chain.transfers()) {
      const [token, from_address, to_address] = [one.token.toLowerCase(), one.from.toLowerCase(), one.to.toLowerCase()]
      if (
        !(token in decimalsByToken) ||
        one.rawAmount === 0n ||
        !knownAt.has(to_address) ||
        history.byAddress.has(from_address) ||
        world.conversions?.isOwn({ ...one, chain: chain.id }) === true
      )
        continue
      const equal = [one.txHash, token, from_address, to_address, one.rawAmount].join()
      const ordinal = seen.get(equal) ?? 0
      seen.set(equal, ordinal + 1)
      const place = {
        chain: chain.id,
        tx_hash: one.txHash,
        token,
        from_address,
        to_address,
        raw_amount: one.rawAmount,
        ordinal,
      }
      const wasKnown = one.from === PAYER || one.block.timestamp * 1_000 > (knownAt.get(to_address) ?? 0)
      const chosen = wasKnown ? expected : possible
      chosen.push(placeOf({ ...place, block_hash: one.block.hash }))
    }
  }
  const all = await storage.db.selectFrom('transfers').selectAll().where('state', '!=', 'orphaned').execute()
  for (const row of all) expectSame(row.state, 'final', 'I14', `transfer ${row.id}`)
  const rows = all.filter(({ direction }) => direction === 'in')
  const recorded = new Set(rows.map(placeOf))
  const lost = expected.find((place) => !recorded.has(place))
  must(lost === undefined, 'I4', () => `this transfer is nowhere: ${lost}`)
  const wanted = new Set([...expected, ...possible])
  const extra = rows.find((row) => !wanted.has(placeOf(row)))
  must(
    extra === undefined && rows.length === recorded.size,
    'I2',
    () => `this transfer is not on the chain: ${show(extra)}`,
  )
}

/** Each payment's state follows from its money on the chain, and completed payments are settled. */
async function checkPayments(world: World): Promise<void> {
  const { history, storage } = world
  const rows = await storage.db.selectFrom('payments').selectAll().execute()
  const transfers = await storage.db.selectFrom('transfers').selectAll().where('state', '!=', 'orphaned').execute()
  const own = Map.groupBy(transfers, (row) => row.payment_id)
  const methods = await readMethods(storage.db, rows)
  expectSame(rows.length, history.payments.size, 'I9', 'the number of payments')
  for (const row of rows) {
    const open = methods.get(row.id) ?? []
    const passed = open.every(({ chain }) => getChain(world, chain).node.head.timestamp * 1_000 > row.expires_at)
    const counted = (own.get(row.id) ?? []).map((one) => ({
      place: placeKey(one),
      amount: computeTrueAmount(one),
      time: one.block_time,
      final: true,
    }))
    const { state: expected, best } = deriveExpected(
      { ...row, past_deadline_at: passed ? row.expires_at : null },
      open,
      counted,
    )
    const { status, received } = row
    const is = { status, received, exceptions: sorted(JSON.parse(row.exceptions)) }
    expectSame(
      is,
      { status: expected.status, received: expected.received, exceptions: sorted(expected.exceptions) },
      'I4',
      `in the end payment ${row.id}`,
    )
    must(best.includes(placeKey(row)), 'I18', () => `in the end ${row.id} follows ${placeKey(row)}, not ${best[0]}`)
    if (row.recognition === 'amount' && !(await waitsForSweep(world, row.id)))
      expectSame(row.settlement_id !== null, status === 'completed', 'I6', `whether ${row.id} is settled`)
  }
  await checkReserved(world)
  const settlements = await storage.db.selectFrom('settlements').selectAll().execute()
  for (const { id, status } of settlements) expectSame(status, 'completed', 'I14', `settlement ${id}`)
}

/** Tells whether money of a payment lies on its own address, which another method has, on a network without sweeps. */
async function waitsForSweep({ storage }: World, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from entries natural join
      (select merchant_id, livemode, sequence, ordinal from waiting_entries)
    where payment_id = ${id}
      and exists (select 1 from deposits where deposits.address = entries.account) limit 1`.execute(storage.db)
  return rows.length > 0
}

/** An amount is held for a payment that asks for it, and for no other. */
async function checkReserved({ storage }: World): Promise<void> {
  const rows = await storage.db
    .selectFrom('reservations')
    .innerJoin('payments', 'payments.id', 'reservations.payment_id')
    .select(['payments.id', 'status', 'amount'])
    .where('released_at', 'is', null)
    .execute()
  for (const { id, status, amount } of rows)
    must(!hasEnded(status), 'I14', () => `${id} is ${status}, and still holds ${amount}`)
}

/** Tells whether a key may have paid a refund, or a wallet before it was lost. */
function mayBePaid({ paidByWallet }: World, { method, reason }: RefundRow): boolean {
  return method === 'signer' || paidByWallet.has(reason ?? '')
}

/** A refund is completed if its money left, and its money leaves if it was signed. */
function checkRefunds(world: World): void {
  const key = world.anyServer().ctx.network('sandbox', 'ethereum')?.sending?.refunds?.signer.address.toLowerCase()
  for (const { id, row, signed } of world.history.refunds.values()) {
    const [paid] = getRefundTransfers(world, row)
    if (!paid) {
      const isOpen = row.status === 'cancelled' || (row.status === 'pending' && row.method === 'sign')
      // A key that is not configured any more pays nothing.
      const isOfFormer = row.method === 'signer' && row.from_address !== key
      must(isOpen || isOfFormer, 'I14', () => `nobody paid ${id}: ${row.status}`)
      continue
    }
    must(signed || mayBePaid(world, row), 'I7', () => `nobody has signed ${id}, which was paid`)
    const inTime = row.cancelled_at === null || paid.block.timestamp * 1_000 <= row.cancelled_at + 90 * DAY_MS
    // It was cancelled after a restore, and the operator has let its key go on.
    const isReleased = row.status === 'cancelled' && world.lostTags.has(row.reason ?? '')
    if (inTime && !isReleased) expectSame(row.status, 'completed', 'I14', `refund ${id}, which was paid,`)
  }
}

/** All money that reached a payment's own address has gone to its wallet, once. */
async function checkDeposits(world: World): Promise<void> {
  const { history, storage, chains, conversions } = world
  const sweeps = await storage.db.selectFrom('sweeps').selectAll().execute()
  for (const { address, state } of sweeps) expectSame(state, 'swept', 'I7', `the sweep of ${address}`)
  const swept = Map.groupBy(sweeps, ({ address, token }) => `${address} ${token}`)
  const deposits = await storage.db.selectFrom('deposits').select(['address', 'recipient']).execute()
  const recipients = new Map(deposits.map(({ address, recipient }) => [address, recipient]))
  const moved = chains.polygon.transfers()
  for (const [address, payment] of history.byAddress) {
    const { wallet } = payment.methods.find((method) => method.address === address) ?? {}
    for (const [token, decimals] of Object.entries(decimalsByToken)) {
      const its = moved.filter((one) => one.token.toLowerCase() === token)
      const sum = (list: typeof its) => list.reduce((all, { rawAmount }) => all + rawAmount, 0n)
      const came = sum(its.filter(({ to }) => to.toLowerCase() === address))
      const left = its.filter(({ from }) => from.toLowerCase() === address)
      for (const { to } of left) {
        const owner = conversions?.findWallet(to) ?? to.toLowerCase()
        expectSame(owner, wallet, 'I6', `where the money of ${payment.id} went`)
      }
      const parts = left.map(({ rawAmount }) => ({ amount: toMillionths(rawAmount, decimals) }))
      const told = (swept.get(`${address} ${token}`) ?? []).map(({ amount }) => ({ amount: BigInt(amount ?? 0) }))
      expectSame(sumAmounts(told), sumAmounts(parts), 'I6', `what is told of the sweeps of ${payment.id}`)
      const stays = toMillionths(came - sum(left), decimals)
      if (toMillionths(came, decimals) >= LEAST_SWEEP && !isKept(world, token, recipients.get(address)))
        must(stays < LEAST_SWEEP, 'I14', () => `${stays} of ${payment.id} was never swept`)
    }
  }
}

/** Another coin than that of a converter's account is not swept there. */
function isKept({ conversions }: World, token: string, recipient = ''): boolean {
  return conversions?.isAccount(recipient) === true && token !== USDC.toLowerCase()
}

/** No send is pending, and each has ended. */
async function checkSends(world: World): Promise<void> {
  const { storage } = world
  const configured = new Set(
    world
      .anyServer()
      .ctx.networks.flatMap(({ sending }) => sending?.signers ?? [])
      .map(({ address }) => address.toLowerCase()),
  )
  const sends = await storage.db.selectFrom('sends').selectAll().execute()
  for (const { id, state, purpose, subject, signer } of sends) {
    // A former key signs nothing more.
    if (!configured.has(signer)) continue
    // A stranger may have been faster with what a program has signed, or with a conversion.
    const isLate = /^(relay|conversion|delivery)$/.test(purpose) && state === 'reverted'
    const ended = state === 'succeeded' || state === 'abandoned' || isLate
    must(ended, 'I14', () => `send ${id} for ${purpose} ${subject} is ${state}`)
  }
}

/** Each webhook eventually got each event of its types, once. */
async function checkDeliveries({ storage }: World): Promise<void> {
  const { db } = storage
  const webhooks = await db.selectFrom('webhooks').selectAll().execute()
  const events = await db.selectFrom('events').selectAll().execute()
  const deliveries = await db.selectFrom('deliveries').selectAll().execute()
  const disabled = new Set(
    events.filter(({ type }) => type === 'webhook.disabled').map(({ object }) => JSON.parse(object).id),
  )
  const known = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  const byPair = new Map(deliveries.map((row) => [`${row.event_id} ${row.webhook_id}`, row]))
  for (const row of deliveries) {
    const isGone = row.webhook_id !== null && (!known.has(row.webhook_id) || disabled.has(row.webhook_id))
    const ended = row.state === 'delivered' || (row.state === 'failed' && (isGone || row.attempts >= MOST_ATTEMPTS))
    must(ended, 'I14', () => `delivery ${row.id} to ${row.url} is ${row.state} after ${row.attempts} attempts`)
  }
  const tallies = await db.selectFrom('delivery_tallies').selectAll().execute()
  for (const [span, tallied] of Map.groupBy(tallies, (row) => row.span)) {
    const sum = tallied.reduce((total, row) => total + row.deliveries, 0)
    must(sum === deliveries.length, 'I8', () => `${deliveries.length} deliveries are ${sum} by tallies of ${span} ms`)
  }
  for (const event of events) {
    const about = JSON.parse(event.object) as { object: string; webhook?: string | null; webhookUrl?: string | null }
    const { webhookUrl } = about
    if (webhookUrl) must(byPair.has(`${event.id} null`), 'I8', () => `${webhookUrl} was not told of ${event.id}`)
    for (const { id, merchant_id, from_sequence, events: eventTypes } of webhooks) {
      // That its deliveries fail is sent to other receivers only.
      const isOwn = about.object === 'delivery' && about.webhook === id
      const isLater = merchant_id === event.merchant_id && event.sequence > from_sequence
      const isFor = isLater && !isOwn && wants(JSON.parse(eventTypes), event.type)
      must(
        byPair.has(`${event.id} ${id}`) === isFor,
        'I8',
        () => `whether ${id} is told of event ${event.sequence} ${event.type} should be ${isFor}`,
      )
    }
  }
}

/** `*`, `payment.*` and types. */
function wants(eventTypes: readonly string[], type: string): boolean {
  const asked = [type, `${type.split('.')[0]}.*`]
  // Bookings are sent to those only that ask for them.
  const patterns = type === 'booking.created' ? asked : ['*', ...asked]
  return patterns.some((pattern) => eventTypes.includes(pattern))
}

/** Counters match the rows, and lists show them. */
async function checkTotals(world: World): Promise<void> {
  for (const merchant of world.merchants) {
    const own = [...world.history.payments.values()].filter(({ merchantId }) => merchantId === merchant.id)
    for (const status of ['created', 'partially_paid', 'processing', 'completed', 'expired', 'cancelled']) {
      const { body } = await world.ask(merchant, 'GET', `/payments?limit=1&status=${status}`)
      expectSame(
        body.totalCount,
        own.filter(({ row }) => row.status === status).length,
        'I12',
        `the number of payments that are ${status}`,
      )
    }
  }
  await listAll(world)
}
