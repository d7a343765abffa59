import type { Context } from '../../context/context.ts'
import type { Environment } from '../../domain/catalog/networks.ts'
import { hasEnded } from '../../domain/payment.ts'
import type { PaymentRow } from '../../payments/find.ts'
import type { AuthorizationRow } from '../../payments/matching/authorization-store.ts'
import { asksForMoney } from '../accept.ts'
import { isFor } from '../evm/offer.ts'
import { findAuthorization, findPaymentAuthorization, findRelayHash } from '../evm/store.ts'
import { mayStillMove } from '../stellar/carry.ts'
import { findMoved, findPaymentSponsored, findSponsored, type SponsoredRow } from '../stellar/store.ts'
import type { SettlementResponse } from './messages.ts'

/**
 * - `asks`: a program may pay it
 * - `waits`: something signed is on its way, or may still be mined. Nobody must sign again
 * - `paid`: the whole amount is on the chain
 * - `ended`: it takes no money any more
 */
export type Standing = 'asks' | 'waits' | 'paid' | 'ended'

/** Blocks may be this far behind the server's clock. */
const CLOCK_TOLERANCE_MS = 60_000

export async function loadStanding(ctx: Context, row: PaymentRow): Promise<Standing> {
  if (row.status === 'processing' || row.status === 'completed') return 'paid'
  const stored = await findPaymentAuthorization(ctx.db, row.id)
  if (stored.some((one) => mayStillPay(ctx, row, one))) return 'waits'
  for (const one of await findPaymentSponsored(ctx.db, row.id)) {
    if (await mayStillMove(ctx.db, getNetwork(ctx, one), one)) return 'waits'
  }
  return asksForMoney(ctx, row) ? 'asks' : 'ended'
}

/** A used authorization has paid, though its transfer may not be read yet. A failed one is void once it has expired. */
function mayStillPay(ctx: Context, row: PaymentRow, one: AuthorizationRow): boolean {
  if (one.state === 'pending') return true
  if (one.state === 'used') return isFor(one, row) && !hasEnded(row.status)
  return !isVoid(ctx, one)
}

function isVoid(ctx: Context, one: AuthorizationRow): boolean {
  return msUntilVoid(ctx, one) < 0
}

function msUntilVoid(ctx: Context, { valid_before }: AuthorizationRow): number {
  return valid_before * 1_000 + CLOCK_TOLERANCE_MS - ctx.now()
}

const SOON_S = 5

/**
 * The seconds after which a program that waits should look again: soon while something is on its way, else when what
 * failed on the chain can no longer be used.
 */
export async function countSecondsToWait(ctx: Context, { id }: Pick<PaymentRow, 'id'>): Promise<number> {
  const stored = await findPaymentAuthorization(ctx.db, id)
  if (!stored.every(({ state }) => state === 'failed')) return SOON_S
  return Math.max(SOON_S, ...stored.map((one) => Math.floor(msUntilVoid(ctx, one) / 1_000) + 1))
}

function getNetwork(ctx: Context, { environment, network }: SponsoredRow) {
  return ctx.network(environment as Environment, network)
}

/** A stored authorization. */
export type Stored = { readonly id: string; readonly payment_id: string; readonly state: string }

/** Finds the end of something signed, as clients read it; null while that is unknown. */
export async function findSettlement(ctx: Context, id: string): Promise<SettlementResponse | null> {
  const sponsored = await findSponsored(ctx.db, id)
  if (sponsored) return settleSponsored(ctx, sponsored)
  const stored = await findAuthorization(ctx.db, id)
  if (!stored) throw new Error(`there is no authorization ${id}`)
  const { chain: network, from_address: payer, raw_amount: amount } = stored
  const transaction = await findRelayHash(ctx.db, stored)
  if (transaction !== null) return { success: true, transaction, network, payer, amount }
  if (stored.state !== 'failed' || !isVoid(ctx, stored)) return null
  const errorReason = 'invalid_exact_evm_transaction_failed'
  return { success: false, transaction: '', network, payer, errorReason, errorMessage: stored.reason ?? '' }
}

async function settleSponsored(ctx: Context, row: SponsoredRow): Promise<SettlementResponse | null> {
  const found = getNetwork(ctx, row)
  const payer = found?.chain.addresses.display(row.from_address) ?? row.from_address
  const { chain: network, raw_amount: amount } = row
  const transaction = await findMoved(ctx.db, row)
  if (transaction !== null) return { success: true, transaction, network, payer, amount }
  if (row.state === 'pending' || (await mayStillMove(ctx.db, found, row))) return null
  const errorReason = 'settle_exact_stellar_transaction_failed'
  return { success: false, transaction: '', network, payer, errorReason, errorMessage: row.reason ?? '' }
}
