/** Opens payments, and further methods of payments: decides which of a batch may be opened, and reserves for those. */
import type { PaymentPolicy } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { insertAccount } from '../deposits/account-store.ts'
import { describeDepositAddress, openDeposit } from '../deposits/deposit.ts'
import { MAX_SUFFIX } from '../domain/attribution.ts'
import { CheckoutError } from '../domain/error.ts'
import { loadSettings, resolvePolicy } from '../merchants/settings.ts'
import { insertUsers } from '../merchants/wallets/store.ts'
import { notifyRefusal, WalletTaken } from '../merchants/wallets/wallet.ts'
import { type Db, pipeline, type Tx } from '../storage/database.ts'
import { createFullError, findRefusal, mayName, type Situation, sharesRoom } from './capacity.ts'
import { type OwnSettings, type PaymentReference, pickReference } from './matching/assign-reference.ts'
import { countTaken, findFreeAmount, reserveAmounts, type WalletPrice } from './reservations.ts'
import type { Terms } from './terms.ts'
import { addUsage, findUsage, type Usage } from './usage-store.ts'
import { findWalletRecords, type WalletRecord } from './wallet-record-store.ts'

/** A payment to be opened, or a further method of one. */
export type Opening = {
  readonly caller: Caller
  readonly terms: Terms
  /** A link's page makes the payment. */
  readonly byLink: boolean
  /** The bytes of the payment's texts; null for a method, whose payment counts already. */
  readonly newBytes: number | null
}

/** An opening that no limit keeps back. */
export type Plan<One extends Opening = Opening> = {
  readonly opening: One
  readonly reference: PaymentReference
  /** Another payment held the amount before. */
  readonly isRested: boolean
  /** The merchant is the first that names the wallet. */
  readonly claimsWallet: boolean
  readonly policy: PaymentPolicy
}

/** The limits of a merchant in an environment. The usage includes planned payments. */
type Limits = { readonly plan: string; readonly policy: PaymentPolicy; usage: Usage }

/** The plans of a batch so far, which count as done for those after them. */
type Planned = {
  /** The merchants that claim wallets. */
  readonly owners: Map<string, string>
  readonly amounts: Map<string, { readonly merchantId: string; readonly amount: bigint }[]>
}

/** Plans openings, as if one came after the other. Returns for each the plan, or the refusal. Writes nothing. */
export async function planOpenings<One extends Opening>(
  ctx: Context,
  db: Db,
  openings: readonly One[],
): Promise<(Plan<One> | CheckoutError)[]> {
  const owners = [...new Map(openings.map(({ caller }) => [nameOwner(caller), caller]))]
  const settings = new Map(owners.map(([name, caller]) => [name, loadSettings(db, caller)]))
  const picks = await pipeline(
    openings.map(async ({ caller, terms }) => pickReference(ctx, db, terms, await findOwn(settings, caller))),
  )
  const asked = openings.map(({ caller: { merchantId }, terms: { key, place } }, index) => {
    return { merchantId, key, place, amount: picks[index]?.due ?? 0n }
  })
  const [records, ...limits] = await pipeline([
    findWalletRecords(db, asked),
    ...owners.map(([, caller]) => loadLimits(ctx, db, caller, settings)),
  ])
  const limitsBy = new Map(owners.map(([name], index) => [name, limits[index]]))
  const planned: Planned = { owners: new Map(), amounts: new Map() }
  const plans: (Plan<One> | CheckoutError)[] = []
  for (const [index, opening] of openings.entries()) {
    const [pick, record, own] = [picks[index], records[index], limitsBy.get(nameOwner(opening.caller))]
    if (!pick || !record || !own) throw new Error(`nothing was found for payment ${opening.terms.id}`)
    plans.push(await planOne(ctx, db, opening, { pick, record, limits: own, planned }))
  }
  return plans
}

/** The plan of one opening. Throws its refusal. */
export async function planOpening<One extends Opening>(ctx: Context, db: Db, opening: One): Promise<Plan<One>> {
  const [plan] = await planOpenings(ctx, db, [opening])
  if (!plan || plan instanceof CheckoutError) throw plan
  return plan
}

type LoadedSettings = ReadonlyMap<string, ReturnType<typeof loadSettings>>

async function findOwn(loaded: LoadedSettings, caller: Caller): Promise<OwnSettings> {
  const own = await loaded.get(nameOwner(caller))
  if (!own) throw new Error(`no settings were read for merchant ${caller.merchantId}`)
  return { owner: caller, settings: own.settings }
}

async function loadLimits(ctx: Context, db: Db, caller: Caller, loaded: LoadedSettings): Promise<Limits> {
  const { plan, ...usage } = await findUsage(db, caller)
  const { settings } = await findOwn(loaded, caller)
  return { plan, policy: resolvePolicy(ctx, settings), usage }
}

type Found = {
  readonly pick: PaymentReference
  readonly record: WalletRecord
  readonly limits: Limits
  readonly planned: Planned
}

async function planOne<One extends Opening>(
  ctx: Context,
  db: Db,
  opening: One,
  { pick, record, limits, planned }: Found,
): Promise<Plan<One> | CheckoutError> {
  const { caller, terms, byLink, newBytes } = opening
  const { merchantId } = caller
  const walletName = `${terms.key.namespace} ${terms.key.address}`
  const owner = planned.owners.get(walletName)
  const claimsWallet = record.role === null && !record.isOwned && owner === undefined
  const role = claimsWallet || owner === merchantId ? 'owner' : record.role
  const usage = newBytes === null ? null : addUse(limits.usage, newBytes)
  const at = mayName(role) ? terms.place : null
  const room = at && (await findRoom(ctx, db, { merchantId, byLink, role, pick, record, planned, at }))
  const walletProblem = describeDepositAddress(ctx.networks, terms.key.address, record.isDeposit)
  const refusal = findRefusal(ctx, { plan: limits.plan, byLink, role, walletProblem, usage, room })
  if (refusal) return refusal
  if (claimsWallet) planned.owners.set(walletName, merchantId)
  if (usage) limits.usage = usage
  const { amount, isRested } = room && 'amount' in room.free ? room.free : { amount: pick.due, isRested: false }
  if (at) getAmounts(planned, at).push({ merchantId, amount })
  return { opening, reference: { ...pick, due: amount }, isRested, claimsWallet, policy: limits.policy }
}

function addUse({ openPayments, textBytes }: Usage, newBytes: number): Usage & { readonly newBytes: number } {
  return { openPayments: openPayments + 1, textBytes: textBytes + newBytes, newBytes }
}

type RoomQuery = Pick<Situation, 'role' | 'byLink'> &
  Omit<Found, 'limits'> & { readonly merchantId: string; readonly at: WalletPrice }

async function findRoom(ctx: Context, db: Db, query: RoomQuery): Promise<Situation['room']> {
  const { pick, record, at } = query
  const planned = getAmounts(query.planned, at)
  const isPlanned = (amount: bigint) => planned.some((one) => one.amount === amount)
  // Amounts of close prices overlap, so all prices count.
  const near = planned.filter(({ amount }) => amount > at.price && amount <= at.price + MAX_SUFFIX)
  const isFree = !record.isTaken && !isPlanned(pick.due)
  const free = isFree ? { amount: pick.due, isRested: false } : await findFreeAmount(ctx, db, at, isPlanned)
  if ('fullUntil' in free) ctx.fullWallets.noteFull(nameRoom(at), free.fullUntil)
  return {
    price: at.price,
    open: record.open + near.filter(({ merchantId }) => merchantId === query.merchantId).length,
    taken: sharesRoom(query) ? (await countTaken(db, at, ctx.now())) + near.length : 0,
    free,
  }
}

function getAmounts({ amounts }: Planned, { wallet }: WalletPrice) {
  const name = nameWallet(wallet)
  const known = amounts.get(name) ?? []
  amounts.set(name, known)
  return known
}

/** Reserves what identifies these payments and methods. Claims their wallets, and counts new payments. */
export async function reserve(ctx: Context, tx: Tx, plans: readonly Plan[]): Promise<void> {
  const users = plans
    .filter(({ claimsWallet }) => claimsWallet)
    .map(({ opening: { caller, terms } }) => {
      return { ...terms.key, merchant_id: caller.merchantId, role: 'owner', created_at: ctx.now() } as const
    })
  const counted = Map.groupBy(plans, ({ opening }) => nameOwner(opening.caller))
  const [claimed] = await pipeline([
    insertUsers(tx, users),
    reserveAmounts(ctx, tx, plans.flatMap(listReservations)),
    ...plans.flatMap((plan) => openDeposits(tx, plan)),
    ...[...counted.values()].map((own) => countUsage(tx, own)),
  ])
  if (claimed !== users.length) throw new Error('a wallet that had no owner has one')
}

function listReservations({ opening: { caller, terms }, reference, isRested }: Plan) {
  if (!terms.place) return []
  const reserved = { wallet: terms.place.wallet, amount: reference.due, isRested }
  return [{ ...reserved, paymentId: terms.id, merchantId: caller.merchantId }]
}

function openDeposits(tx: Tx, { opening: { terms }, reference: { address, recipient } }: Plan): Promise<void>[] {
  const { id: paymentId, network } = terms
  if (!network.deposits || !recipient) return []
  const deposit = { address, chain: network.chain.id, paymentId, recipient: recipient.address }
  const opened = [openDeposit(tx, network.deposits, deposit)]
  return recipient.account === null ? opened : [...opened, insertAccount(tx, recipient.account)]
}

async function countUsage(tx: Tx, own: readonly Plan[]): Promise<void> {
  const [first] = own
  const sizes = own.flatMap(({ opening: { newBytes } }) => newBytes ?? [])
  if (!first || sizes.length === 0) return
  const textBytes = sizes.reduce((sum, size) => sum + size, 0)
  await addUsage(tx, first.opening.caller, { openPayments: sizes.length, textBytes })
}

/** Throws if an earlier refusal implies that this opening is refused too. Does not use the writer. */
export async function requireNoRefusal(ctx: Context, opening: Opening): Promise<void> {
  const { place } = opening.terms
  const until = place && ctx.fullWallets.fullUntil(nameRoom(place), ctx.now())
  if (until !== null) throw createFullError(until)
  const suspects = [nameQuota(opening), ...nameOwnRoom(opening)].filter((name) => ctx.fullWallets.isSuspect(name))
  if (suspects.length === 0) return
  await planOpening(ctx, ctx.db, opening)
  for (const name of suspects) ctx.fullWallets.acquit(name)
}

/** Remembers a refusal. If the wallet is another merchant's, both are told. */
export async function noteRefusal(ctx: Context, opening: Opening, error: unknown): Promise<void> {
  if (error instanceof WalletTaken) await notifyRefusal(ctx, opening.caller, opening.terms.key)
  if (!(error instanceof CheckoutError)) return
  if (error.code === 'quota_exceeded') ctx.fullWallets.suspect(nameQuota(opening))
  if (error.code === 'wallet_capacity_exceeded') for (const name of nameOwnRoom(opening)) ctx.fullWallets.suspect(name)
}

function nameOwner({ merchantId, livemode }: Caller): string {
  return `${merchantId} ${livemode}`
}

function nameWallet({ chain, token, address }: WalletPrice['wallet']): string {
  return `${chain} ${token} ${address}`
}

function nameRoom({ wallet, price }: WalletPrice): string {
  return `${nameWallet(wallet)} ${price}`
}

/** Methods have no quota. */
function nameQuota({ caller, byLink, newBytes }: Opening): string {
  return `quota ${nameOwner(caller)} ${byLink} ${newBytes !== null}`
}

function nameOwnRoom({ caller, byLink, terms: { place } }: Opening): string[] {
  return place ? [`${nameOwner(caller)} ${nameRoom(place)} ${byLink}`] : []
}
