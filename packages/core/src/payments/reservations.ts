import type { Context } from '../context/context.ts'
import {
  countAmounts,
  type Holder,
  listAmounts,
  MAX_SUFFIX,
  PREFERRED_REST_MS,
  pickRandomAmount,
  QUARANTINE_MS,
} from '../domain/attribution.ts'
import type { Db, Tx } from '../storage/database.ts'
import { prepareLookups, prepareQuery, prepareRows, queryInChunks } from '../storage/prepared.ts'
import type { NewRow } from '../storage/tables.ts'

/** The scope in which an amount must be unique. Addresses are in lower case. */
export type Wallet = { readonly chain: string; readonly token: string; readonly address: string }

/** Random tries before the free amounts are searched. */
const QUICK_TRIES = 3

/** The payment and merchant that the amount is reserved for. */
export type ReservedFor = { readonly paymentId: string; readonly merchantId: string }

/**
 * Reserves an amount of the price plus a tail that no other payment on this wallet may expect. It is chosen at random
 * among those unused for longest. Null when none is left.
 */
export async function reserveAmount(
  ctx: Context,
  tx: Tx,
  wallet: Wallet,
  price: bigint,
  holder: ReservedFor,
): Promise<bigint | null> {
  for (let tries = 0; tries < QUICK_TRIES; tries++) {
    const amount = pickRandomAmount(price, ctx.random)
    if (await insertReservation(ctx, tx, wallet, amount, holder)) return amount
  }
  if ((await findFullUntil(tx, wallet, price, ctx.now())) !== null) return null
  const amount = await pickAmount(ctx, tx, wallet, price)
  if (amount === null) return null
  await retireHolder(tx, wallet, amount)
  await insertReservation(ctx, tx, wallet, amount, holder)
  return amount
}

/** The time before which no amount of a price becomes free on a wallet, in milliseconds; null if one is free now. */
export async function findFullUntil(db: Db, wallet: Wallet, price: bigint, now: number): Promise<number | null> {
  const { taken, released } = await inWindow(db, wallet, price)
    .select((eb) => [eb.fn.countAll<number>().as('taken'), eb.fn.min('released_at').as('released')])
    .where((eb) => eb('current', '=', eb.lit(1)))
    .executeTakeFirstOrThrow()
  // An amount that is open now rests after its payment has ended.
  const until = (released ?? now) + QUARANTINE_MS
  return Number(taken) >= countAmounts(price) && until > now ? until : null
}

/** Counts the amounts of a price that are not free on a wallet: of open payments, or at rest. */
export async function countTaken(db: Db, wallet: Wallet, price: bigint, now: number): Promise<number> {
  const { taken } = await inWindow(db, wallet, price)
    .select((eb) => eb.fn.countAll<number>().as('taken'))
    .where((eb) => eb('current', '=', eb.lit(1)))
    .where((eb) => eb.or([eb('released_at', 'is', null), eb('released_at', '>', now - QUARANTINE_MS)]))
    .executeTakeFirstOrThrow()
  return Number(taken)
}

type OfMerchant = Wallet & { readonly merchant_id: string; readonly above: bigint; readonly upTo: bigint }
const open = prepareQuery<OfMerchant>()((db, value) =>
  db
    .selectFrom('reservations')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('merchant_id', '=', value.merchant_id)
    .where('chain', '=', value.chain)
    .where('token', '=', value.token)
    .where('address', '=', value.address)
    .where('amount', '>', value.above)
    .where('amount', '<=', value.upTo)
    .where('released_at', 'is', null),
)

/** Counts the amounts of a price that a merchant's open payments hold on a wallet. */
export async function countOpen(db: Db, merchantId: string, wallet: Wallet, price: bigint): Promise<number> {
  const [row] = await open(db, { ...wallet, merchant_id: merchantId, above: price, upTo: price + MAX_SUFFIX })
  return Number(row?.open ?? 0)
}

async function pickAmount(ctx: Context, tx: Tx, wallet: Wallet, price: bigint): Promise<bigint | null> {
  const taken = await currentHolders(tx, wallet, price)
  const restedLong = listAmounts(price).filter((amount) => (taken.get(amount) ?? 0) <= ctx.now() - PREFERRED_REST_MS)
  if (restedLong.length > 0) return restedLong[ctx.random(restedLong.length)] ?? null
  const rested = [...taken].filter(([, releasedAt]) => releasedAt <= ctx.now() - QUARANTINE_MS)
  rested.sort(([, first], [, second]) => first - second)
  return rested[0]?.[0] ?? null
}

/** Finds when each amount of the price was released; infinity while its payment is open. */
async function currentHolders(tx: Tx, wallet: Wallet, price: bigint): Promise<Map<bigint, number>> {
  const rows = await inWindow(tx, wallet, price)
    .select(['amount', 'released_at'])
    .where((eb) => eb('current', '=', eb.lit(1)))
    .execute()
  return new Map(rows.map((row) => [BigInt(row.amount), row.released_at ?? Number.POSITIVE_INFINITY]))
}

/**
 * The reservations of all amounts that a price can result in. For the index of those that hold their amount now, `current`
 * has to be compared with a literal: PostgreSQL plans for any value of a parameter, and SQLite anew for each.
 */
function inWindow(db: Db, wallet: Wallet, price: bigint) {
  return db
    .selectFrom('reservations')
    .where('chain', '=', wallet.chain)
    .where('token', '=', wallet.token)
    .where('address', '=', wallet.address)
    .where('amount', '>', price)
    .where('amount', '<=', price + MAX_SUFFIX)
}

type New = Omit<NewRow<'reservations'>, 'released_at' | 'current'>
const insert = prepareRows<New>()((db, rows) =>
  db
    .insertInto('reservations')
    .values(
      rows.map((row) => ({
        chain: row.chain,
        token: row.token,
        address: row.address,
        amount: row.amount,
        payment_id: row.payment_id,
        merchant_id: row.merchant_id,
        reserved_at: row.reserved_at,
        released_at: null,
        current: 1,
      })),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

/** An amount on a wallet, and the payment that it is reserved for. */
export type Reservation = ReservedFor & { readonly wallet: Wallet; readonly amount: bigint }

/** Returns how many were written: none for an amount that another payment holds. */
export function insertReservations(ctx: Context, tx: Tx, reservations: readonly Reservation[]): Promise<number> {
  const reserved_at = ctx.now()
  const rows = reservations.map(({ wallet, amount, paymentId, merchantId }) => {
    return { ...wallet, amount, payment_id: paymentId, merchant_id: merchantId, reserved_at }
  })
  return insert(tx, rows)
}

/** False if another payment holds the amount. */
async function insertReservation(
  ctx: Context,
  tx: Tx,
  wallet: Wallet,
  amount: bigint,
  holder: ReservedFor,
): Promise<boolean> {
  return (await insertReservations(ctx, tx, [{ ...holder, wallet, amount }])) === 1
}

async function retireHolder(tx: Tx, wallet: Wallet, amount: bigint): Promise<void> {
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
  const toKey = (one: { token: string; address: string; amount: number | bigint }) =>
    [one.token, one.address, one.amount].join()
  const byKey = new Map(amounts.map((one) => [toKey(one), { ...one, chain }]))
  const rows = await findHolders(db, [...byKey.values()])
  const holders = Map.groupBy(rows, toKey)
  return amounts.map((one) => holders.get(toKey(one)) ?? [])
}
