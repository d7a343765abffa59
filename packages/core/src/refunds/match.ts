import type { ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { computeDepartures } from '../domain/fee.ts'
import { markOrphaned, type TransferRow, toIdentity, toIdentityKey } from '../payments/transfers/store.ts'
import type { Db, Tx } from '../storage/database.ts'
import { findSubjectsByHash } from '../transactions/send.ts'
import { couldPay, couldPayWithFee, findAwaitedRefundsTo, isOwn, isPaidBy } from './awaited.ts'
import { changeRefund } from './change.ts'
import { findAnyRefunds, noTransfer, type RefundRow } from './store.ts'
import { findOutgoing, placeTransfer } from './transfer.ts'

/** Transfers that were read, and the result of `findAwaitedRefundsTo` for them. */
type Read = { readonly transfers: readonly ObservedTransfer[]; readonly awaited: readonly RefundRow[] }

/**
 * Matches transfers with the refunds that they pay, one each. Transfers that are matched already get their new block.
 */
export async function matchRefunds(
  ctx: Context,
  tx: Tx,
  network: Network,
  { transfers, awaited, state }: Read & { readonly state: 'seen' | 'final' },
): Promise<void> {
  const concerned = transfers.filter((one) => awaited.some((row) => isOwn(row, one) || couldPay(row, one)))
  if (concerned.length === 0) return
  const hashes = concerned.map((transfer) => transfer.txHash)
  const known = await findOutgoing(tx, network.chain.id, hashes)
  // Our keys can pay equal refunds too: the sent transactions tell them apart.
  const sent = await findSubjectsByHash(tx, 'refund', hashes)
  const refunds = [...awaited]
  for (const transfer of concerned) {
    const own = refunds.find((row) => isOwn(row, transfer))
    // It pays a refund that awaits nothing any more.
    if (!own && isRecorded(network, known, transfer)) continue
    // Only one node reported this fee, so it is not confirmed.
    if (own && state === 'final' && !isPaidBy(own, transfer)) continue
    const fits = (row: RefundRow) =>
      couldPay(row, transfer) && (row.method === 'sign' || sent.get(transfer.txHash) === row.id)
    const row = own ?? refunds.find(fits)
    if (!row || row.transfer_state === 'final') continue
    if (own && state === 'seen' && own.block_hash === transfer.blockHash) continue
    const placed = await placeTransfer(ctx, tx, row, { transfer, state, known })
    refunds[refunds.indexOf(row)] = await changeRefund(ctx, tx, row, {}, placed)
  }
}

/** Tells whether a transfer is recorded as outgoing, and on the chain. */
function isRecorded({ chain }: Network, known: readonly TransferRow[], transfer: ObservedTransfer): boolean {
  const key = toIdentityKey(toIdentity(chain.id, transfer))
  return known.some((row) => row.state !== 'orphaned' && toIdentityKey(row) === key)
}

/**
 * Orphans outgoing transfers, unless they became final since they were read. If one reappears, it is matched again,
 * maybe with another refund.
 */
export async function loseTransfers(ctx: Context, tx: Tx, seen: readonly TransferRow[]): Promise<void> {
  if (seen.length === 0) return
  const ids = new Set(seen.map(({ id }) => id))
  const refunds = await findAnyRefunds(
    tx,
    seen.flatMap(({ refund_id }) => (refund_id === null ? [] : [refund_id])),
  )
  const losers = refunds.filter((row) => row.transfer_state === 'seen' && ids.has(row.transfer_id ?? ''))
  await markOrphaned(
    tx,
    losers.flatMap(({ transfer_id }) => transfer_id ?? []),
  )
  for (const row of losers) await changeRefund(ctx, tx, row, {}, noTransfer)
}

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
  )
  const row = fitting.find(({ raw_amount }) => possible.includes(raw_amount))
  return row ? { ...transfer, rawLeft: row.raw_amount } : transfer
}
