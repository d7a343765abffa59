import type { Network } from '../chains/network.ts'
import { findLostSince } from '../deposits/sweeps-store.ts'
import { formatAmount } from '../domain/money.ts'
import type { Db } from '../storage/database.ts'

export const LOST = 'are no longer there and were not paid out: the issuer may have destroyed them'

/** An operator can do nothing about it except inform the merchant. */
const TOLD_FOR_MS = 30 * 86_400_000
/** How many deposits are named; all are counted. */
const NAMED = 5

/** For the operator: the deposits of a network that lost coins in the last 30 days; null if none did. */
export async function describeLostCoins(
  ctx: { readonly db: Db; now(): number },
  network: Network,
): Promise<string | null> {
  const livemode = network.environment === 'production'
  const rows = await findLostSince(ctx.db, { chain: network.chain.id, livemode, since: ctx.now() - TOLD_FOR_MS })
  if (rows.length === 0) return null
  const named = rows.slice(0, NAMED).map((row) => `${explainLost(row)} (${row.settlement_id})`)
  const others = rows.length > NAMED ? [`and ${rows.length - NAMED} deposits more`] : []
  return [...named, ...others].join('; ')
}

/** The amount missing from one deposit. */
export function explainLost(row: {
  readonly lost_amount: number | bigint
  readonly cryptocurrency: string
  readonly payment_id: string
}): string {
  const amount = `${formatAmount(BigInt(row.lost_amount))} ${row.cryptocurrency}`
  return `${amount} on the deposit of payment ${row.payment_id} ${LOST}`
}
