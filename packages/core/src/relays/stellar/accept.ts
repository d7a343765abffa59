/** Takes what a program has signed on Stellar, after everything was checked, and stores it before anything is sent. */
import type { Network } from '../../chains/network.ts'
import type { Refused, Sponsor, SponsoredAuthorization, SponsoredTerms, Trial } from '../../chains/sponsor.ts'
import type { Context } from '../../context/context.ts'
import type { PaymentRow } from '../../payments/find.ts'
import { type Checked, storeSigned } from '../accept.ts'
import { callNodes, createConflict, createUnavailable } from '../refusals.ts'
import type { RelayRow } from '../store.ts'
import { computeSponsoredId, findNewestTransfer } from './store.ts'

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
): Promise<{ readonly stored: RelayRow } | Refused> {
  const trial = await tryOut(order, authorization)
  if ('refused' in trial) return trial
  const { network, sponsor, row, terms } = order
  const { from, nonce, validUntil, entry } = authorization
  const signed: Checked = {
    ...order,
    family: 'stellar',
    id: computeSponsoredId(network.chain.id, authorization),
    from,
    nonce,
    signature: entry,
    identifier,
    cost: trial.fee,
    withCode: sponsor.hasCode(from),
    budget: sponsor.budget,
    async prepare(tx) {
      const after_transfer = await findNewestTransfer(tx, row.id)
      return { memo: terms.memo, valid_until: validUntil, after_transfer, signer: sponsor.account }
    },
  }
  return { stored: await ctx.transact((tx) => storeSigned(ctx, tx, signed)) }
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
