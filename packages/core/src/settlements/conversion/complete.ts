/** The end of a conversion: its settlement is completed, and its money is booked where it arrived. */
import type { Context } from '../../context/context.ts'
import { type AccountRow, findAccount } from '../../deposits/account-store.ts'
import { computeArrived, findConversionStatus } from '../../domain/conversion.ts'
import { bookConversion, type Entry } from '../../domain/entry.ts'
import { toOwner } from '../../domain/owner.ts'
import { createBooking, recordEvents } from '../../events/record.ts'
import type { Tx } from '../../storage/database.ts'
import { pick } from '../../storage/tables.ts'
import { createStatementLinkIn } from '../report-link.ts'
import { findAnySettlement, type SettlementRow, updateSettlement } from '../store.ts'
import { viewSettlement } from '../view.ts'
import { endConversion, findConversion, listShares } from './store.ts'

/** Completes those of the settlements whose money has all arrived. */
export async function completeArrived(ctx: Context, tx: Tx, settlementIds: readonly string[]): Promise<void> {
  for (const id of settlementIds) await completeOne(ctx, tx, id)
}

async function completeOne(ctx: Context, tx: Tx, settlementId: string): Promise<void> {
  const conversion = await findConversion(tx, settlementId)
  const settlement = await findAnySettlement(tx, settlementId)
  if (!conversion || !settlement || conversion.ended_at !== null) return
  const shares = await listShares(tx, [settlementId])
  const status = findConversionStatus(
    conversion,
    shares.map(({ state }) => state),
  )
  if (status !== 'delivered' && status !== 'released') return
  const account = await findAccount(tx, conversion)
  if (!account) throw new Error(`${settlementId} is converted by ${conversion.account}, which is not there`)
  const now = ctx.now()
  await endConversion(tx, conversion, now)
  const completed = await updateSettlement(tx, settlement, { status: 'completed', completed_at: now })
  const owner = toOwner(settlement)
  const link = await createStatementLinkIn(ctx, tx, owner)
  const object = await viewSettlement(ctx, tx, completed, link(settlement.id, now))
  const booked = bookShares(settlement, account, shares, now)
  const types = [
    'settlement.completed',
    status === 'released' ? 'settlement.released' : 'settlement.converted',
  ] as const
  await recordEvents(ctx, tx, [...createBooking(owner, booked), ...types.map((type) => ({ ...owner, type, object }))])
}

type ShareRow = Awaited<ReturnType<typeof listShares>>[number]

/** The entries of a settlement's shares: two for each. Throws if one has not arrived. */
export function bookShares(
  settlement: SettlementRow,
  account: AccountRow,
  shares: readonly ShareRow[],
  now: number,
): Entry[] {
  return shares.flatMap((share) => bookShare(settlement, account, share, now))
}

/** A share: where its money was, and where it is now. The only coin has six decimals on each network, as amounts have. */
function bookShare(settlement: SettlementRow, account: AccountRow, share: ShareRow, now: number): Entry[] {
  const { amount, placed_before: position, left_amount, arrived, arrived_hash, arrived_time } = share
  if (arrived === null || arrived_hash === null || arrived_time === null)
    throw new Error(`money of ${settlement.id} that left in ${share.tx_hash} has not arrived`)
  const own = computeArrived({ amount, position }, { amount: left_amount, arrived })
  const here = pick(account, 'network', 'chain', 'token')
  const there = { network: account.to_network, chain: account.to_chain, token: account.to_token }
  const target =
    share.state === 'released' ? { ...here, account: account.wallet } : { ...there, account: account.recipient }
  const left = { tx_hash: share.tx_hash, chain_time: share.block_time }
  const facts = {
    kind: share.state === 'released' ? ('released' as const) : ('converted' as const),
    settlement_id: settlement.id,
    coin: settlement.cryptocurrency,
    from: { ...here, account: account.account, amount, raw: amount, ...left },
    to: { ...target, amount: own, raw: own, tx_hash: arrived_hash, chain_time: arrived_time },
  }
  return bookConversion(facts, now)
}
