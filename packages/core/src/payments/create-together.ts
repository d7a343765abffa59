/**
 * Creates payments of many requests by few statements, if nothing speaks against any of them. One that may be refused,
 * or whose amount is taken, is left to a transaction of its own, which knows the reason.
 */
import { isDeepStrictEqual } from 'node:util'
import type { PaymentPolicy } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { isFactory } from '../deposits/deposit.ts'
import { recallPolicy, refreshPolicy } from '../merchants/policy.ts'
import { insertUsers } from '../merchants/wallets/store.ts'
import { createBatch } from '../storage/batch.ts'
import { pipeline, type Transact, type Tx } from '../storage/database.ts'
import { fitsPrice, fitsQuota, type WalletPrice } from './capacity.ts'
import { createDraft, type Draft, type OrderTerms, writeDrafts } from './draft.ts'
import { pickAmount } from './matching/assign-reference.ts'
import { type AskedPlace, findPlaces, type Place } from './place-store.ts'
import { insertReservations, type Reservation } from './reservations.ts'
import type { ValidPaymentInput } from './schema.ts'
import { findAnyPayment } from './store.ts'
import { addUsage, findUsage, type Usage } from './usage-store.ts'

/** A payment that is identified by an amount, and whose answer is kept with it. */
type Likely = {
  readonly caller: Caller & { readonly keep: NonNullable<Caller['keep']> }
  readonly terms: OrderTerms & { readonly place: WalletPrice }
  readonly draft: Draft
}

/** A payment that had to wait for longer is built again: its time to be paid begins when it is written. */
const FRESH_MS = 10_000

const batches = new WeakMap<Transact, (likely: Likely) => Promise<boolean>>()

/** Returns the draft once it is committed. Null if the payment needs a transaction of its own; then nothing is written. */
export async function createTogether(
  ctx: Context,
  caller: Caller,
  input: ValidPaymentInput,
  terms: OrderTerms,
): Promise<Draft | null> {
  const { keep } = caller
  const { place, byLink, wallet } = terms
  if (!keep || !place || byLink || input.supersedes !== undefined || isFactory(ctx, wallet)) return null
  const policy = recallPolicy(ctx, caller)
  const draft = createDraft(ctx, caller, input, { ...terms, ...pickAmount(ctx, terms), policy })
  const isWritten = await getBatch(ctx)({ caller: { ...caller, keep }, terms: { ...terms, place }, draft })
    // One that fails must not fail the others: each is tried alone. What became of a commit may be unknown, so first it is
    // looked up.
    .catch(async () => (await findAnyPayment(ctx.db, terms.id)) !== null)
  return isWritten ? draft : null
}

function getBatch(ctx: Context) {
  const known = batches.get(ctx.transact)
  if (known) return known
  const batch = createBatch<Likely, boolean>(ctx.transact, (tx, all) => commitLikely(ctx, tx, all))
  batches.set(ctx.transact, batch)
  return batch
}

/** Returns for each payment whether it is written. Nothing is written of the others. */
async function commitLikely(ctx: Context, tx: Tx, all: readonly Likely[]): Promise<boolean[]> {
  const owners = [...Map.groupBy(all, nameOwner)]
  const [places, ...standings] = await pipeline([
    findPlaces(tx, all.map(toAsked)),
    ...owners.map(([, own]) => loadStanding(ctx, tx, own)),
  ])
  const standingBy = new Map(owners.map(([owner], index) => [owner, standings[index] as Standing]))
  const chosen = chooseLikely(ctx, all, { places, standingBy }).filter(({ likely }) => isFresh(ctx, likely))
  await writeLikely(ctx, tx, chosen)
  const written = new Set(chosen.map(({ likely }) => likely))
  return all.map((likely) => written.has(likely))
}

function toAsked({ terms, draft }: Likely): AskedPlace {
  return { ...terms.place, merchantId: terms.merchantId, key: terms.key, amount: draft.row.due }
}

/** The limits of a merchant's payments in an environment. */
type Standing = {
  readonly policy: PaymentPolicy
  readonly plan: string
  /** The usage with all of these payments. */
  readonly usage: Usage
}

async function loadStanding(ctx: Context, tx: Tx, own: readonly Likely[]): Promise<Standing> {
  const { caller } = own[0] as Likely
  const [before, policy] = await pipeline([findUsage(tx, caller), refreshPolicy(ctx, tx, caller)])
  const added = sumUsage(own)
  const openPayments = before.openPayments + added.openPayments
  return { policy, plan: before.plan, usage: { openPayments, textBytes: before.textBytes + added.textBytes } }
}

function sumUsage(likely: readonly Likely[]): Usage {
  return { openPayments: likely.length, textBytes: likely.reduce((sum, { terms }) => sum + terms.newBytes, 0) }
}

type Chosen = {
  readonly likely: Likely
  /** Its merchant is the first that names the wallet. */
  readonly claims: boolean
}

/** Chooses those that no limit is near to, even if all of them are written. */
function chooseLikely(
  ctx: Context,
  all: readonly Likely[],
  known: { readonly places: readonly Place[]; readonly standingBy: ReadonlyMap<string, Standing> },
): Chosen[] {
  const byAmount = Map.groupBy(all, nameAmount)
  const byPlace = Map.groupBy(all, (likely) => `${nameOwner(likely)} ${namePlace(likely)}`)
  const byWallet = Map.groupBy(all, nameWallet)
  return all.flatMap((likely, index) => {
    const [place, standing] = [known.places[index], known.standingBy.get(nameOwner(likely))]
    if (!place || !standing || place.isTaken || place.isDeposit || byAmount.get(nameAmount(likely))?.[0] !== likely)
      return []
    const { policy, plan, usage } = standing
    if (!fitsQuota(ctx, plan, usage) || !isDeepStrictEqual(policy, likely.draft.policy)) return []
    // Amounts of close prices overlap, so all prices count.
    const together = byPlace.get(`${nameOwner(likely)} ${namePlace(likely)}`) ?? []
    if (!fitsPrice(ctx, plan, place.open + together.length)) return []
    const claims = place.role === null && !place.isOwned
    const [first = likely] = byWallet.get(nameWallet(likely)) ?? []
    const mayName = place.role === 'owner' || (claims && first.terms.merchantId === likely.terms.merchantId)
    return mayName ? [{ likely, claims }] : []
  })
}

function isFresh(ctx: Context, { draft }: Likely): boolean {
  return ctx.now() - draft.row.created_at <= FRESH_MS
}

function nameOwner({ draft }: Likely): string {
  return `${draft.row.merchant_id} ${draft.row.livemode}`
}

function nameWallet({ terms }: Likely): string {
  return `${terms.key.namespace} ${terms.key.address}`
}

function namePlace({ terms }: Likely): string {
  const { wallet } = terms.place
  return `${wallet.chain} ${wallet.token} ${wallet.address}`
}

function nameAmount(likely: Likely): string {
  return `${namePlace(likely)} ${likely.draft.row.due}`
}

/** Throws if another process was faster, which undoes everything. */
async function writeLikely(ctx: Context, tx: Tx, chosen: readonly Chosen[]): Promise<void> {
  const likely = chosen.map((one) => one.likely)
  const claims = Map.groupBy(
    likely.filter((_, index) => chosen[index]?.claims),
    nameWallet,
  )
  const users = [...claims.values()].map(([first]) => toOwner(ctx, first as Likely))
  const owners = Map.groupBy(likely, nameOwner)
  const [claimed, reserved] = await pipeline([
    insertUsers(tx, users),
    insertReservations(ctx, tx, likely.map(toReservation)),
    writeDrafts(
      ctx,
      tx,
      likely.map(({ draft }) => draft),
    ),
    ...[...owners.values()].map((own) => addUsage(tx, (own[0] as Likely).caller, sumUsage(own))),
    ...likely.map(({ caller, draft }) => caller.keep(tx, draft.answer)),
  ])
  if (claimed !== users.length || reserved !== likely.length) throw new Error('another process was faster')
}

function toOwner(ctx: Context, { terms }: Likely) {
  return { ...terms.key, merchant_id: terms.merchantId, role: 'owner', created_at: ctx.now() } as const
}

function toReservation({ terms, draft }: Likely): Reservation {
  return { wallet: terms.place.wallet, amount: draft.row.due, paymentId: terms.id, merchantId: terms.merchantId }
}
