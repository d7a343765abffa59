import type { ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import { computeDepartures } from '../domain/fee.ts'
import type { Db } from '../storage/database.ts'
import { couldPayWithFee, findAwaitedRefundsTo, isOwn, isPaidBy } from './awaited.ts'
import type { RefundRow } from './store.ts'

/**
 * Adds the amount that left the sender to transfers that pay a refund with a coin's fee. Requests only the receipts of
 * transfers slightly below an awaited refund. Throws when the nodes contradict each other.
 */
export async function addDepartures(
  db: Db,
  network: Network,
  transfers: readonly ObservedTransfer[],
  state: 'seen' | 'final',
): Promise<readonly ObservedTransfer[]> {
  const rows = await findAwaitedRefundsTo(db, network, transfers)
  const fitting = (transfer: ObservedTransfer) => {
    const own = rows.find((row) => isOwn(row, transfer))
    if (own) return state === 'final' && !isPaidBy(own, transfer) ? [own] : []
    return rows.filter((row) => couldPayWithFee(row, transfer))
  }
  const found: ObservedTransfer[] = []
  for (const transfer of transfers) found.push(await withDeparture(network, transfer, fitting(transfer), state))
  return found
}

async function withDeparture(
  network: Network,
  transfer: ObservedTransfer,
  fitting: readonly RefundRow[],
  state: 'seen' | 'final',
): Promise<ObservedTransfer> {
  if (fitting.length === 0) return transfer
  const sent = await network.chain.reader.sentWith(transfer, state)
  const equal = sent.flatMap(({ to, rawAmount }, index) =>
    to === transfer.to && rawAmount === transfer.rawAmount ? [index] : [],
  )
  const index = equal[transfer.ordinal]
  if (index === undefined) return transfer
  const possible = computeDepartures(
    sent.map(({ rawAmount }) => rawAmount),
    index,
  ).map(String)
  const row = fitting.find(({ raw_amount }) => possible.includes(raw_amount))
  return row ? { ...transfer, rawLeft: BigInt(row.raw_amount) } : transfer
}
