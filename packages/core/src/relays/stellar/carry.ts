/** Sends what programs have signed on Stellar: one transaction at a time, each stored before it is handed to a node. */
import type { Network } from '../../chains/network.ts'
import type { Sponsor } from '../../chains/sponsor.ts'
import type { Context } from '../../context/context.ts'
import { bookFee } from '../../domain/entry.ts'
import { toOwner } from '../../domain/owner.ts'
import { createBooking, recordEvents } from '../../events/record.ts'
import { findRecheckedUntil, hasReread } from '../../networks/progress.ts'
import { findAnyPayment, findAsMethod, requireAnyPayment } from '../../payments/find.ts'
import { isOfMethod } from '../../payments/methods/method.ts'
import type { Db, Tx } from '../../storage/database.ts'
import type { Row } from '../../storage/tables.ts'
import { asksFor, isWithinDay } from '../accept.ts'
import { sumSpentToday } from '../code-limits.ts'
import { endRelay, findRelay, type RelayRow, type SponsoredRow } from '../store.ts'
import { findLastSequence, findMoved, findNext, findPaying, storeAttempt, toAuthorized } from './store.ts'

/** The time that the network may take for a transaction: several ledgers. */
const SEND_S = 45
/** Less is no time for a ledger. */
const LEAST_S = 10
/** In one pass, so that it ends. */
const AT_ONCE = 20

/** `more`: there is more to do at once. `trouble`: why the next one waits, in words for the operator. */
type Pass = { readonly more: boolean; readonly trouble: string | null }

/**
 * Carries a network's sponsored transfers on. A key has one transaction on its way: Stellar takes one of an account for
 * each ledger. The next follows when the transfer of the last was read, or no ledger can take it any more. Any step may
 * be the last one of a process; the next process continues from what is stored.
 */
export async function carrySponsored(ctx: Context, network: Network): Promise<Pass> {
  const { sponsor } = network.chain
  if (!sponsor) return { more: false, trouble: null }
  for (let done = 0; done < AT_ONCE; done++) {
    const row = await findNext(ctx.db, network)
    if (!row) return { more: false, trouble: null }
    const step = row.envelope === null ? await prepare(ctx, network, sponsor, row) : await follow(ctx, network, row)
    if (step === 'ended') continue
    if (step !== 'signed') return { more: false, trouble: step.trouble }
    const signed = await findRelay(ctx.db, row.id)
    return { more: false, trouble: signed && (await submit(sponsor, signed)) }
  }
  return { more: true, trouble: null }
}

/** `trouble` null: it is on its way, and there is nothing to do but wait. */
type Step = 'ended' | 'signed' | { readonly trouble: string | null }

/** Signs the transaction of an authorization, if its payment still asks for it. */
async function prepare(ctx: Context, network: Network, sponsor: Sponsor, row: SponsoredRow): Promise<Step> {
  const paid = await findPaying(ctx.db, row)
  if (paid !== null) return end(ctx, row, { paid })
  const payment = await findAnyPayment(ctx.db, row.payment_id)
  if (!asksFor(ctx, payment, row)) return end(ctx, row, { reason: 'the payment no longer asks for it' })
  const until = Math.floor(Math.min(ctx.now() + SEND_S * 1_000, payment.expires_at) / 1_000)
  if (until * 1_000 < ctx.now() + LEAST_S * 1_000) return end(ctx, row, { reason: 'the payment ends too soon' })
  const { authorization, terms } = toAuthorized(network, row)
  const trial = await sponsor.tryOut(authorization, terms)
  if (!trial) return { trouble: `${sponsor.account} does not exist: send it some XLM` }
  if ('refused' in trial) return end(ctx, row, { reason: trial.refused })
  if (trial.newest >= row.valid_until) return end(ctx, row, { reason: 'the signature has expired' })
  if (trial.fee > sponsor.budget.maxFeePerPayment) return end(ctx, row, { reason: 'the network fee is too high' })
  if (trial.available < trial.fee) return { trouble: `${sponsor.account} cannot pay the fee: send it some XLM` }
  if (trial.sequence <= (await findLastSequence(ctx.db, row.chain, sponsor.account))) {
    return { trouble: `the node does not know the last transaction of ${sponsor.account} yet` }
  }
  const attempt = sponsor.sign(authorization, terms, trial, until)
  // It may have become dearer since it was taken.
  const more = trial.fee - row.cost
  const stored = await ctx.transact(async (tx) => {
    if (!isWithinDay(sponsor.budget, await sumSpentToday(ctx, tx, network), more)) return 'dear'
    const now = await findAnyPayment(tx, row.payment_id)
    return asksFor(ctx, now, row) && (await storeAttempt(tx, row.id, sponsor.account, attempt))
  })
  if (stored === 'dear') return end(ctx, row, { reason: 'no more network fees are paid today' })
  // Otherwise something has changed meanwhile, and the next pass sees it.
  return stored ? 'signed' : { trouble: null }
}

/**
 * Looks for the transfer of a transaction that is on its way, and hands it to a node again while it may be taken and the
 * payment asks for it.
 */
async function follow(ctx: Context, network: Network, row: SponsoredRow): Promise<Step> {
  const paid = await findPaying(ctx.db, row)
  if (paid !== null && paid === row.sent_hash) return end(ctx, row, { paid })
  if (await isPast(ctx, network, row)) {
    // Somebody else has sent the authorization, and this transaction failed.
    if (paid !== null) return end(ctx, row, { paid })
    return end(ctx, row, { reason: 'the network did not take it in time, or refused it' })
  }
  const { sponsor } = network.chain
  const payment = await findAnyPayment(ctx.db, row.payment_id)
  // A node that has it may still pass it on, but no other one gets it.
  if (!sponsor || !asksFor(ctx, payment, row)) return { trouble: null }
  return { trouble: await submit(sponsor, row) }
}

/**
 * Tells whether every ledger that could have taken the transaction was read twice. One node may have left its transfer
 * out, and a failure leads to another offer.
 */
async function isPast(ctx: Context, network: Network, { sent_until }: SponsoredRow): Promise<boolean> {
  const end = (sent_until ?? 0) * 1_000
  return ctx.now() > end && (await findRecheckedUntil(ctx.db, network)) > end
}

/**
 * Tells whether a transaction has had its time, and the ledgers of that time were not read twice: until then its key
 * waits.
 */
export async function waitsForReread(ctx: Pick<Context, 'db' | 'now'>, network: Network): Promise<boolean> {
  if (!network.chain.sponsor) return false
  const end = ((await findNext(ctx.db, network))?.sent_until ?? Number.POSITIVE_INFINITY) * 1_000
  return ctx.now() > end && (await findRecheckedUntil(ctx.db, network)) <= end
}

/** Handing it over again is the same transaction. Why a node does not take it. */
async function submit(sponsor: Sponsor, { envelope, sent_hash, sent_until }: RelayRow): Promise<string | null> {
  if (envelope === null) return null
  const refused = await sponsor.submit(envelope)
  return (
    refused && `transaction ${sent_hash} waits until ${new Date((sent_until ?? 0) * 1_000).toISOString()}: ${refused}`
  )
}

async function end(
  ctx: Context,
  row: SponsoredRow,
  ending: { readonly paid: string } | { readonly reason: string },
): Promise<'ended'> {
  await ctx.transact(async (tx) => {
    // Another server may have signed it since it was read.
    const current = await findRelay(tx, row.id)
    if (current === null) return
    // A signed transaction may have cost its fee, even if it did nothing.
    const cost = current.envelope === null ? 0n : current.cost
    if (await endRelay(ctx, tx, current, { cost, ...ending })) await bookSponsored(ctx, tx, current)
  })
  return 'ended'
}

const STROOP_DECIMALS = 7

/** Books the fee of a signed transaction, of which only the most that it may have cost is known. */
export async function bookSponsored(ctx: Context, tx: Tx, row: Row<'relays'>): Promise<void> {
  if (row.sent_hash === null) return
  const payment = await requireAnyPayment(tx, row.payment_id)
  const method = (await findAsMethod(tx, payment, (one) => isOfMethod(one, row))) ?? payment
  const entry = bookFee(
    {
      kind: 'relayed',
      payment_id: payment.id,
      refund_id: null,
      settlement_id: null,
      reference: payment.reference,
      served_token: row.token,
      served_wallet: method.merchant_wallet.toLowerCase(),
      network: row.network,
      chain: row.chain,
      coin: 'XLM',
      cost: 'not_read',
      decimals: STROOP_DECIMALS,
      account: (row.signer ?? '').toLowerCase(),
      tx_hash: row.sent_hash,
      chain_time: null,
    },
    ctx.now(),
  )
  await recordEvents(ctx, tx, createBooking(toOwner(payment), [entry]))
}

/**
 * Tells whether an authorization may still move coins, as far as is known: until every ledger that could take it was
 * read twice.
 */
export async function mayStillMove(db: Db, network: Network | null, row: SponsoredRow): Promise<boolean> {
  if (network?.chain.id !== row.chain) return false
  if (row.state === 'used' && (await findMoved(db, row)) !== null) return false
  return !(await hasReread(db, network, row.valid_until))
}
