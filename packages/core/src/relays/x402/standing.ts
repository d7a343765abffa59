import type { Context } from '../../context/context.ts'
import { hasEnded } from '../../domain/payment.ts'
import type { PaymentRow } from '../../payments/find.ts'
import type { AuthorizationRow } from '../../payments/matching/authorization-store.ts'
import { asksForMoney } from '../accept.ts'
import { isFor } from '../evm/offer.ts'
import { findPaymentAuthorizations, findRelayHash } from '../evm/store.ts'
import { mayStillMove } from '../stellar/carry.ts'
import { findMoved } from '../stellar/store.ts'
import { findPaymentRelays, findRelay, type RelayRow } from '../store.ts'
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
  for (const one of await findPaymentRelays(ctx.db, row.id)) if (await mayStillPay(ctx, row, one)) return 'waits'
  return asksForMoney(ctx, row) ? 'asks' : 'ended'
}

/** A used authorization has paid, though its transfer may not be read yet. A failed one is void once it has expired. */
async function mayStillPay(ctx: Context, row: PaymentRow, one: RelayRow): Promise<boolean> {
  if (one.family === 'stellar' || one.state === 'failed') return mayStillMoveCoins(ctx, one)
  return one.state === 'pending' || (isFor(one, row) && !hasEnded(row.status))
}

/** Tells whether the network would take what was signed, if anybody sent it now. */
async function mayStillMoveCoins(ctx: Context, one: RelayRow): Promise<boolean> {
  return one.family === 'evm' ? msUntilVoid(ctx, one) >= 0 : mayStillMove(ctx.db, getNetwork(ctx, one), one)
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
  const stored = await findPaymentAuthorizations(ctx.db, id)
  if (!stored.every(({ state }) => state === 'failed')) return SOON_S
  return Math.max(SOON_S, ...stored.map((one) => Math.floor(msUntilVoid(ctx, one) / 1_000) + 1))
}

function getNetwork(ctx: Context, { environment, network }: RelayRow) {
  return ctx.network(environment, network)
}

/** A stored authorization. */
export type Stored = { readonly id: string; readonly payment_id: string; readonly state: string }

/** Finds the end of something signed, as clients read it; null while that is unknown. */
export async function findSettlement(ctx: Context, id: string): Promise<SettlementResponse | null> {
  const row = await findRelay(ctx.db, id)
  if (!row) throw new Error(`there is no authorization ${id}`)
  const { from_address, chain: network } = row
  const amount = String(row.raw_amount)
  const isEvm = row.family === 'evm'
  // Addresses of EVM networks stay in lower case.
  const display = isEvm ? null : getNetwork(ctx, row)?.chain.addresses.display
  const payer = display?.(from_address) ?? from_address
  const transaction = await (row.family === 'evm' ? findRelayHash(ctx.db, row) : findMoved(ctx.db, row))
  if (transaction !== null) return { success: true, transaction, network, payer, amount }
  if (row.state === 'pending' || (await mayStillMoveCoins(ctx, row))) return null
  const errorReason = isEvm ? 'invalid_exact_evm_transaction_failed' : 'settle_exact_stellar_transaction_failed'
  return { success: false, transaction: '', network, payer, errorReason, errorMessage: row.reason ?? '' }
}
