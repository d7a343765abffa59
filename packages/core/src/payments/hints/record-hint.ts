import { z } from 'zod'
import type { Network } from '../../chains/network.ts'
import { type Context, listChainIds } from '../../context/context.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { CheckoutError } from '../../domain/error.ts'
import { toOwner } from '../../domain/owner.ts'
import { loadPolicy } from '../../merchants/settings.ts'
import type { Tx } from '../../storage/database.ts'
import { findAnyPayment, type PaymentRow } from '../find.ts'
import { updateSuggestions } from '../transfers/assign.ts'
import { deleteHintsBefore, findPaymentHints, forgetSender, type HintRow, insertHint, markProven } from './store.ts'

/** The table allows no more. */
const MAX_REPORTS = 20
const KEPT_MS = 7 * 86_400_000
/** The number of old reports deleted with each new one. */
const FORGOTTEN_AT_ONCE = 40

/** Statuses in which money may still be on its way. */
const WAITING: readonly string[] = ['created', 'partially_paid', 'expired', 'cancelled']

/** A hash by itself, or in a link to a block explorer. */
const HASHES = /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])/gi

export function canHaveHints(payment: Pick<PaymentRow, 'status'>): boolean {
  return WAITING.includes(payment.status)
}

/**
 * Stores a transaction that a payer's page names as one of a payment's. It says where to look and proves nothing.
 * Hashes and senders are public, so it never attributes a transfer to a payment. Throws `invalid_parameter`, also for a
 * text with several hashes, and `invalid_state` for a payer's claim where claims are off.
 */
export async function recordHint(ctx: Context, paymentId: string, input: HintInput): Promise<void> {
  const payment = await findAnyPayment(ctx.db, paymentId)
  const network = payment && ctx.network(toEnvironment(payment.livemode), payment.network)
  if (!payment || !network) return
  // A wallet on the page names its sender. That is no claim.
  if (input.from === null) await requireClaims(ctx, payment)
  const report = { payment_id: payment.id, ...parse(network, input), reported_at: ctx.now() }
  if (!canHaveHints(payment)) return
  const chains = listChainIds(ctx, network.environment)
  await ctx.transact(async (tx) => {
    await deleteHintsBefore(tx, ctx.now() - KEPT_MS, FORGOTTEN_AT_ONCE)
    const reports = await findPaymentHints(tx, payment.id)
    const known = reports.find(({ tx_hash }) => tx_hash === report.tx_hash)
    const slot = findFreeSlot(reports)
    if (known && (known.from_address === null || known.proved_at !== null || report.from_address !== null)) return
    if (known) await forgetSender(tx, known)
    else if (slot !== null) await insertHint(tx, { ...report, slot })
    else return
    await updateSuggestions(tx, { chains, hash: report.tx_hash, address: payment.address.toLowerCase() })
  })
  ctx.wake(network)
}

function parse(network: Network, input: HintInput): { tx_hash: string; from_address: string | null } {
  const hash = parseNamedHash(network, input.hash)
  return { tx_hash: hash, from_address: input.from && parseSender(network, input.from).toLowerCase() }
}

/** The hash in a text: by itself, or in a link to a block explorer. Throws `invalid_parameter`. */
export function parseNamedHash(network: Network, text: string): string {
  const [found, ...others] = new Set(text.match(HASHES))
  const hash = found === undefined || others.length > 0 ? null : network.chain.parseHash(found)
  if (hash) return hash
  throw new CheckoutError('invalid_parameter', `hash: not a transaction's hash on ${network.name}.`, 'hash')
}

/** A sender in display form. Throws `invalid_parameter`. */
export function parseSender(network: Network, text: string): string {
  const from = network.chain.addresses.parse(text)
  if (from) return from
  throw new CheckoutError('invalid_parameter', `from: not an address on ${network.name}.`, 'from')
}

/** Throws `invalid_state` where the operator or the merchant has turned claims off. */
export async function requireClaims(ctx: Context, payment: PaymentRow): Promise<void> {
  if (await takesClaims(ctx, payment)) return
  const refused = 'This checkout takes no transactions from payers: contact the merchant about what you have paid.'
  throw new CheckoutError('invalid_state', refused)
}

/** Tells whether payers may name transactions by hand now, and prove that they sent them. */
export async function takesClaims(ctx: Pick<Context, 'db' | 'settings'>, payment: PaymentRow): Promise<boolean> {
  if (ctx.settings.claims === 'off') return false
  const owner = toOwner(payment)
  return (await loadPolicy(ctx, ctx.db, owner)).claims === 'on'
}

/**
 * Keeps that an account has proven a transaction as a payment's, now or at an earlier time that is kept. Returns when. If
 * there is no room, the oldest report that is not proven gives way.
 */
export async function recordProof(
  ctx: Context,
  tx: Tx,
  proof: Pick<HintRow, 'payment_id' | 'tx_hash'> & { readonly from_address: string },
  keptSince: number,
): Promise<number> {
  const reports = await findPaymentHints(tx, proof.payment_id)
  const known = reports.find(({ tx_hash }) => tx_hash === proof.tx_hash)
  if (known?.proved_at && known.proved_at > keptSince) return known.proved_at
  const now = ctx.now()
  const slot = findFreeSlot(reports)
  const place = known ?? (slot === null ? reports.findLast(({ proved_at }) => proved_at === null) : undefined)
  const row = { ...proof, reported_at: known?.reported_at ?? now, proved_at: now }
  const { payment_id: _, ...columns } = row
  if (place) await markProven(tx, place, columns)
  else if (slot !== null) await insertHint(tx, { ...row, slot })
  return now
}

/** Null when there are too many reports. */
function findFreeSlot(reports: readonly HintRow[]): number | null {
  const taken = new Set(reports.map((report) => report.slot))
  for (let slot = 1; slot <= MAX_REPORTS; slot++) if (!taken.has(slot)) return slot
  return null
}

/** The longest text in which a hash is looked for: longer than a block explorer's link. */
export const MAX_CLAIM = 512

/**
 * A transaction that paid: its hash, or a block explorer's link to it. `from`: its sender, if known. A wallet names it.
 * A payer who paid from an exchange does not know it.
 */
export const hintInput = z.strictObject({
  hash: z.string().max(MAX_CLAIM),
  from: z.string().max(128).nullable().default(null),
})
export type HintInput = z.output<typeof hintInput>
