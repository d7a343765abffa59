/** Takes what a program has signed on Stellar, after everything was checked, and stores it before anything is sent. */
import type { Network } from '../chains/network.ts'
import type { Refused, Sponsor, SponsoredAuthorization, SponsoredTerms, Trial } from '../chains/sponsor.ts'
import type { Context } from '../context/context.ts'
import { computeDayStart } from '../domain/authorization.ts'
import { findCodeProblem } from '../gasless/code-limits.ts'
import { asksForMoney } from '../gasless/order.ts'
import { sumSpentSince } from '../gasless/store.ts'
import { findAnyPayment, type PaymentRow } from '../payments/find.ts'
import { isOfMethod } from '../payments/methods/method.ts'
import { hasPendingAuthorization } from '../payments/methods/store.ts'
import { callNodes, createConflict, createUnavailable } from '../relays/refusals.ts'
import type { Db, Tx } from '../storage/database.ts'
import { computeSponsoredId, findNewestTransfer, findSponsored, insertSponsored, type SponsoredRow } from './store.ts'

/** The terms that were asked for, and those that were signed. */
export type Order = {
  readonly network: Network
  readonly sponsor: Sponsor
  readonly row: PaymentRow
  readonly terms: SponsoredTerms
  /** In millionths. */
  readonly amount: bigint
}

/** Time to send it, in ledgers. */
const LEAST_LEDGERS = 2
/**
 * Clients let a signature be valid for `maxTimeoutSeconds` by their own estimate of a ledger's time, which is not below
 * four seconds. Until then nobody may be asked to sign again.
 */
const MOST_LEDGERS = 75

/**
 * Stores what was signed for a payment, to be sent. The same authorization again is the stored one. A refusal is final
 * for this authorization, and nothing was stored. Throws `relay_unavailable` and `network_unreachable`, then it is as
 * good as before, and `payment_conflict`.
 */
export async function acceptSponsored(
  ctx: Context,
  order: Order,
  authorization: SponsoredAuthorization,
  identifier: string | null,
): Promise<{ readonly stored: SponsoredRow } | Refused> {
  const trial = await tryOut(order, authorization)
  if ('refused' in trial) return trial
  const stored = await ctx.transact((tx) => store(ctx, tx, order, { authorization, identifier, trial }))
  return { stored }
}

/** Tells whether it would be taken now, with what it would cost. Throws `payment_conflict` if it was used. */
export async function tryOut(
  { sponsor, terms }: Order,
  authorization: SponsoredAuthorization,
): Promise<Trial | Refused> {
  const trial = await callNodes(() => sponsor.tryOut(authorization, terms))
  if (!trial) throw createUnavailable('The account that pays network fees does not exist.')
  if ('refused' in trial) {
    if (trial.isUsed) throw createConflict('This authorization was used already.')
    return trial
  }
  const left = authorization.validUntil - trial.newest
  if (left < LEAST_LEDGERS) return { refused: 'invalid_exact_stellar_signature_expired: sign again' }
  if (left > MOST_LEDGERS) return { refused: 'invalid_exact_stellar_signature_expiration_too_far' }
  if (trial.fee > sponsor.budget.maxFeePerPayment) throw createUnavailable('The network fee is too high now.')
  if (trial.available < trial.fee) throw createUnavailable('Network fees cannot be paid now.')
  return trial
}

type Wanted = {
  readonly authorization: SponsoredAuthorization
  readonly identifier: string | null
  readonly trial: Trial
}

/** The state may have changed since nodes were asked, so it is checked again. */
async function store(ctx: Context, tx: Tx, order: Order, wanted: Wanted): Promise<SponsoredRow> {
  const { network, sponsor, row } = order
  const { authorization, trial } = wanted
  const id = computeSponsoredId(network.chain.id, authorization)
  const same = await findSponsored(tx, id)
  if (same?.payment_id === row.id && same.entry === authorization.entry) return same
  if (same) throw createConflict('This nonce was signed for something else.')
  if (await hasPendingAuthorization(tx, row.id)) throw createConflict('This payment is being paid already.')
  const payment = await findAnyPayment(tx, row.id)
  const asksForIt = payment && isOfMethod(payment, row) && payment.outstanding === row.outstanding
  if (!asksForIt || !asksForMoney(ctx, payment)) throw createConflict('This payment does not ask for that any more.')
  if (!(await isWithinDay(tx, network, sponsor, ctx.now(), trial.fee))) {
    throw createUnavailable('No more network fees are paid for payers today.')
  }
  if (sponsor.hasCode(authorization.from)) await requireTrust(ctx, tx, order, wanted)
  const after_transfer = await findNewestTransfer(tx, row.id)
  await insertSponsored(tx, { ...toRow(ctx, order, id, wanted), after_transfer })
  const inserted = await findSponsored(tx, id)
  if (inserted) return inserted
  throw new Error(`the authorization of ${row.id} was not stored`)
}

/** Throws `relay_unavailable` if nothing more is sent for this account with code now. */
async function requireTrust(ctx: Context, tx: Tx, { network, sponsor }: Order, wanted: Wanted): Promise<void> {
  const work = { table: 'sponsored_transfers', network, budget: sponsor.budget, now: ctx.now() } as const
  const spent = { from: wanted.authorization.from, cost: wanted.trial.fee }
  const problem = await findCodeProblem(tx, work, spent)
  if (problem !== null) throw createUnavailable(problem)
}

/** Tells whether one more may be sent today. */
export async function isWithinDay(
  db: Db,
  network: Network,
  { budget }: Sponsor,
  now: number,
  fee: bigint,
): Promise<boolean> {
  return (
    (await sumSpentSince(db, 'sponsored_transfers', network, { since: computeDayStart(now) })) + fee <=
    budget.maxFeePerDay
  )
}

function toRow(
  ctx: Context,
  { network, sponsor, row, terms, amount }: Order,
  id: string,
  { authorization, identifier, trial }: Wanted,
) {
  const { from, nonce, validUntil, entry } = authorization
  return {
    ...{ id, payment_id: row.id, environment: network.environment, network: network.name, chain: network.chain.id },
    ...{ token: terms.token.toLowerCase(), from_address: from.toLowerCase(), to_address: terms.to.toLowerCase() },
    ...{ memo: terms.memo, amount, due: row.outstanding, raw_amount: String(terms.rawAmount) },
    ...{ nonce, valid_until: validUntil, entry, identifier, signer: sponsor.account },
    ...{ cost: String(trial.fee), created_at: ctx.now() },
    state: 'pending',
    with_code: sponsor.hasCode(from) ? 1 : 0,
  } as const
}
