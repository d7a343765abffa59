import type { Context } from '../context/context.ts'
import type { CoinAddress } from '../deposits/store.ts'
import {
  countAmounts,
  type Holder,
  listAmounts,
  MAX_SUFFIX,
  PREFERRED_REST_MS,
  pickRandomAmount,
  QUARANTINE_MS,
} from '../domain/attribution.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import { prepareInsert, prepareLookups, prepareQuery, queryInChunks } from '../storage/prepared.ts'

/** A price on a wallet, which is the scope in which an amount must be unique. */
export type WalletPrice = { readonly wallet: CoinAddress; readonly price: bigint }

/** Random tries before the free amounts are searched. */
const QUICK_TRIES = 3

/** The payment and merchant that the amount is reserved for. */
export type ReservedFor = { readonly paymentId: string; readonly merchantId: string }

/** `isRested`: another payment held the amount long ago, and its reservation gives way. */
export type FreeAmount = { readonly amount: bigint; readonly isRested: boolean }
/** No amount is free before this time, in milliseconds. */
export type NoAmount = { readonly fullUntil: number }

/**
 * Finds an amount of the price plus a tail that no other payment on this wallet may expect. It is chosen at random among
 * those unused for longest. `isPlanned`: whether an amount is about to be reserved.
 */
export async function findFreeAmount(
  ctx: Context,
  db: Db,
  { wallet, price }: WalletPrice,
  isPlanned: (amount: bigint) => boolean,
): Promise<FreeAmount | NoAmount> {
  for (let tries = 0; tries < QUICK_TRIES; tries++) {
    const amount = pickRandomAmount(price, ctx.random)
    if (!isPlanned(amount) && !(await isHeld(db, wallet, amount))) return { amount, isRested: false }
  }
  const fullUntil = await findFullUntil(db, wallet, price, ctx.now())
  if (fullUntil !== null) return { fullUntil }
  const holders = await currentHolders(db, wallet, price)
  const amount = pickRested(ctx, price, holders, isPlanned)
  return amount === null ? { fullUntil: ctx.now() } : { amount, isRested: holders.has(amount) }
}

/** Reserves the amount that `findFreeAmount` finds. Null when none is left. */
export async function reserveAmount(
  ctx: Context,
  tx: Tx,
  at: WalletPrice,
  holder: ReservedFor,
): Promise<bigint | null> {
  const free = await findFreeAmount(ctx, tx, at, () => false)
  if ('fullUntil' in free) return null
  await reserveAmounts(ctx, tx, [{ ...holder, ...free, wallet: at.wallet }])
  return free.amount
}

type HeldAmount = CoinAddress & { readonly amount: bigint }
const holder = prepareQuery<HeldAmount>()((db, value) =>
  db
    .selectFrom('reservations')
    .select('payment_id')
    .where('chain', '=', value.chain)
    .where('token', '=', value.token)
    .where('address', '=', value.address)
    .where('amount', '=', value.amount)
    .where((eb) => eb('current', '=', eb.lit(1))),
)

async function isHeld(db: Db, wallet: CoinAddress, amount: bigint): Promise<boolean> {
  return (await holder(db, { ...wallet, amount })).length > 0
}

/** The time before which no amount of a price becomes free on a wallet, in milliseconds; null if one is free now. */
async function findFullUntil(db: Db, wallet: CoinAddress, price: bigint, now: number): Promise<number | null> {
  const { taken, released } = await inWindow(db, wallet, price)
    .select((eb) => [eb.fn.countAll<number>().as('taken'), eb.fn.min('released_at').as('released')])
    .where((eb) => eb('current', '=', eb.lit(1)))
    .executeTakeFirstOrThrow()
  // An amount that is open now rests after its payment has ended.
  const until = (released ?? now) + QUARANTINE_MS
  return Number(taken) >= countAmounts(price) && until > now ? until : null
}

/** Counts the amounts of a price that are not free on a wallet: of open payments, or at rest. */
export function countTaken(db: Db, { wallet, price }: WalletPrice, now: number): Promise<number> {
  return countRows(
    inWindow(db, wallet, price)
      .where((eb) => eb('current', '=', eb.lit(1)))
      .where((eb) => eb.or([eb('released_at', 'is', null), eb('released_at', '>', now - QUARANTINE_MS)])),
  )
}

function pickRested(
  ctx: Context,
  price: bigint,
  holders: ReadonlyMap<bigint, number>,
  isPlanned: (amount: bigint) => boolean,
): bigint | null {
  const amounts = listAmounts(price).filter((amount) => !isPlanned(amount))
  const restedLong = amounts.filter((amount) => (holders.get(amount) ?? 0) <= ctx.now() - PREFERRED_REST_MS)
  if (restedLong.length > 0) return restedLong[ctx.random(restedLong.length)] ?? null
  const rested = amounts.filter((amount) => (holders.get(amount) ?? 0) <= ctx.now() - QUARANTINE_MS)
  const [oldest = null] = rested.toSorted((one, other) => (holders.get(one) ?? 0) - (holders.get(other) ?? 0))
  return oldest
}

/** Finds when each amount of the price was released; infinity while its payment is open. */
async function currentHolders(db: Db, wallet: CoinAddress, price: bigint): Promise<Map<bigint, number>> {
  const rows = await inWindow(db, wallet, price)
    .select(['amount', 'released_at'])
    .where((eb) => eb('current', '=', eb.lit(1)))
    .execute()
  return new Map(rows.map((row) => [row.amount, row.released_at ?? Number.POSITIVE_INFINITY]))
}

/**
 * The reservations of all amounts that a price can result in. For the index of those that hold their amount now, `current`
 * has to be compared with a literal: PostgreSQL plans for any value of a parameter, and SQLite anew for each.
 */
function inWindow(db: Db, wallet: CoinAddress, price: bigint) {
  return db
    .selectFrom('reservations')
    .where('chain', '=', wallet.chain)
    .where('token', '=', wallet.token)
    .where('address', '=', wallet.address)
    .where('amount', '>', price)
    .where('amount', '<=', price + MAX_SUFFIX)
}

const insert = prepareInsert('reservations', (query) => query.onConflict((conflict) => conflict.doNothing()))

/** A free amount on a wallet, and the payment that it is reserved for. */
export type Reservation = ReservedFor & FreeAmount & { readonly wallet: CoinAddress }

/** Reserves amounts that were found free in the same transaction. */
export async function reserveAmounts(ctx: Context, tx: Tx, reservations: readonly Reservation[]): Promise<void> {
  const reserved_at = ctx.now()
  const rows = reservations.map(({ wallet, amount, paymentId, merchantId }) => {
    return {
      ...wallet,
      amount,
      payment_id: paymentId,
      merchant_id: merchantId,
      reserved_at,
      released_at: null,
      current: 1 as const,
    }
  })
  for (const { isRested, wallet, amount } of reservations) if (isRested) await retireHolder(tx, wallet, amount)
  if ((await insert(tx, rows)) !== rows.length) throw new Error('an amount that was free is taken')
}

async function retireHolder(tx: Tx, wallet: CoinAddress, amount: bigint): Promise<void> {
  await tx
    .updateTable('reservations')
    .set({ current: null })
    .where('chain', '=', wallet.chain)
    .where('token', '=', wallet.token)
    .where('address', '=', wallet.address)
    .where('amount', '=', amount)
    .where((eb) => eb('current', '=', eb.lit(1)))
    .execute()
}

/** Lets payments' amounts rest from `releasedAt`, or holds them again (null) when the payments are open again. */
export async function releaseAmounts(tx: Tx, paymentIds: readonly string[], releasedAt: number | null): Promise<void> {
  await queryInChunks(paymentIds, (chunk) =>
    tx.updateTable('reservations').set({ released_at: releasedAt }).where('payment_id', 'in', chunk).execute(),
  )
}

/** An amount on a wallet of a chain. */
export type Amount = { readonly token: string; readonly address: string; readonly amount: bigint }

type Held = Amount & { readonly chain: string }

/**
 * One part for each amount, and for each of the two indexes of `inWindow`. Compared with a list of values, all
 * reservations of the chain may be read: PostgreSQL keeps the plan that it made while there were few.
 */
const findHolders = prepareLookups<Held>()((db, all) => {
  const parts = all.flatMap((one) => [findHeld(db, one, 'current'), findHeld(db, one, 'past')])
  return parts.reduce((found, part) => found.unionAll(part))
})

function findHeld(db: Db, one: Held, holders: 'current' | 'past') {
  const found = db
    .selectFrom('reservations')
    .select(['token', 'address', 'amount', 'payment_id as paymentId', 'reserved_at as reservedAt'])
    .where('chain', '=', one.chain)
    .where('token', '=', one.token)
    .where('address', '=', one.address)
    .where('amount', '=', one.amount)
  return found.where((eb) => (holders === 'current' ? eb('current', '=', eb.lit(1)) : eb('current', 'is', null)))
}

/** All past and present holders of each of these amounts, in the same order. */
export async function findAmountHolders(db: Db, chain: string, amounts: readonly Amount[]): Promise<Holder[][]> {
  const toKey = (one: { token: string; address: string; amount: bigint }) => [one.token, one.address, one.amount].join()
  const byKey = new Map(amounts.map((one) => [toKey(one), { ...one, chain }]))
  const rows = await findHolders(db, [...byKey.values()])
  const holders = Map.groupBy(rows, toKey)
  return amounts.map((one) => holders.get(toKey(one)) ?? [])
}
