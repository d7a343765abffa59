import { z } from 'zod'
import type { Network } from '../../chains/network.ts'
import { type Context, listChainIds } from '../../context/context.ts'
import { toEnvironment } from '../../domain/catalog/environments.ts'
import { CheckoutError } from '../../domain/error.ts'
import type { Tx } from '../../storage/database.ts'
import { findAnyPayment, type PaymentRow } from '../find.ts'
import { updateSuggestions } from '../transfers/assign.ts'
import { deleteHintsBefore, findPaymentHints, insertHint } from './store.ts'

/** The table allows no more. */
const MAX_REPORTS = 20
const KEPT_MS = 7 * 86_400_000
/** How many old reports are deleted with each new one. */
const FORGOTTEN_AT_ONCE = 40

/** Statuses in which money may still be on its way. */
const WAITING: readonly string[] = ['created', 'partially_paid', 'expired']

export function canHaveHints(payment: Pick<PaymentRow, 'status'>): boolean {
  return WAITING.includes(payment.status)
}

/**
 * Stores a transaction that a payer's page names as one of a payment's. It says where to look and proves nothing.
 * Hashes and senders are public, so it never attributes a transfer to a payment. Throws `invalid_parameter`.
 */
export async function recordHint(ctx: Context, paymentId: string, input: HintInput): Promise<void> {
  const payment = await findAnyPayment(ctx.db, paymentId)
  const network = payment && ctx.network(toEnvironment(payment.livemode === 1), payment.network)
  if (!payment || !network) return
  const report = { payment_id: payment.id, ...parse(network, input), reported_at: ctx.now() }
  if (!canHaveHints(payment)) return
  const chains = listChainIds(ctx, network.environment)
  await ctx.transact(async (tx) => {
    await deleteHintsBefore(tx, ctx.now() - KEPT_MS, FORGOTTEN_AT_ONCE)
    const slot = await freeSlot(tx, payment.id, report.tx_hash)
    if (slot === null) return
    await insertHint(tx, { ...report, slot })
    await updateSuggestions(tx, { chains, hash: report.tx_hash, address: payment.address.toLowerCase() })
  })
  ctx.wake(network)
}

function parse(network: Network, input: HintInput): { tx_hash: string; from_address: string } {
  const hash = network.chain.parseHash(input.hash)
  if (!hash) throw new CheckoutError('invalid_parameter', `hash: not a transaction's hash on ${network.name}.`, 'hash')
  const from = network.chain.addresses.parse(input.from)
  if (!from) throw new CheckoutError('invalid_parameter', `from: not an address on ${network.name}.`, 'from')
  return { tx_hash: hash, from_address: from.toLowerCase() }
}

/** Null when the transaction was already reported, or too many were. */
async function freeSlot(tx: Tx, paymentId: string, hash: string): Promise<number | null> {
  const reports = await findPaymentHints(tx, paymentId)
  if (reports.some((report) => report.tx_hash === hash)) return null
  const taken = new Set(reports.map((report) => report.slot))
  for (let slot = 1; slot <= MAX_REPORTS; slot++) if (!taken.has(slot)) return slot
  return null
}

/** A transaction that a payer's wallet sent, and its sender. */
export const hintInput = z.strictObject({ hash: z.string().max(128), from: z.string().max(128) })
export type HintInput = z.output<typeof hintInput>
