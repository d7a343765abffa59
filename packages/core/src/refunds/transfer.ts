import type { ObservedTransfer } from '../chains/chain.ts'
import type { Receipt, ReceiptTransfer } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import {
  insertTransfers,
  markBooked,
  markOrphaned,
  type TransferRow,
  toIdentity,
  toIdentityKey,
  toPlace,
} from '../payments/transfers/store.ts'
import type { Db, Tx } from '../storage/database.ts'
import { queryInChunks } from '../storage/prepared.ts'
import { pick } from '../storage/tables.ts'
import type { RefundRow, RefundTransfer } from './store.ts'

/** The outgoing transfers in these transactions, whatever their state. */
export function findOutgoing(db: Db, chain: string, hashes: Iterable<string>): Promise<TransferRow[]> {
  return queryInChunks([...new Set(hashes)], (chunk) =>
    db
      .selectFrom('transfers')
      .selectAll()
      .where('chain', '=', chain)
      .where('tx_hash', 'in', chunk)
      .where('direction', '=', 'out')
      .execute(),
  )
}

/**
 * Writes the transfer that pays a refund, and returns it as the refund has it. `known`: the outgoing transfers that were
 * recorded in its transaction. One that is on the chain again keeps its row. Throws if it pays another refund.
 */
export async function placeTransfer(
  ctx: Context,
  tx: Tx,
  refund: RefundRow,
  { transfer, state, known }: Placement,
): Promise<RefundTransfer> {
  const identity = toIdentity(refund.chain, transfer)
  const before = known.find((row) => toIdentityKey(row) === toIdentityKey(identity))
  if (before && before.state !== 'orphaned' && before.refund_id !== refund.id) {
    throw new Error(`transfer ${before.id} pays ${before.refund_id}, and cannot pay ${refund.id} too`)
  }
  const row = {
    ...toPlace(transfer),
    state,
    final_at: state === 'final' ? ctx.now() : null,
    booked_for: markBooked({ merchant_id: refund.merchant_id, payment_id: null }, state),
    amount: (refund.amount * transfer.rawAmount) / refund.raw_amount,
    refund_id: refund.id,
    raw_left: refund.raw_amount,
    ...pick(refund, 'merchant_id', 'livemode'),
  }
  const id = before?.id ?? ctx.newId('tr')
  // Another attempt of its transaction was seen, and this one is final.
  if (refund.transfer_id !== null && refund.transfer_id !== id) await markOrphaned(tx, [refund.transfer_id])
  if (before) await tx.updateTable('transfers').set(row).where('id', '=', id).execute()
  else await insertTransfers(tx, [{ ...firstColumns(ctx, refund), ...identity, ...row, id }])
  return {
    transfer_id: id,
    transfer_state: state,
    ...pick(identity, 'tx_hash', 'ordinal'),
    ...pick(row, 'block_number', 'block_hash', 'block_time'),
    received: row.amount,
    raw_arrived: identity.raw_amount,
  }
}

type Placement = {
  readonly transfer: ObservedTransfer
  readonly state: 'seen' | 'final'
  readonly known: readonly TransferRow[]
}

/** The columns of an outgoing transfer that never change. */
function firstColumns(ctx: Context, { network, cryptocurrency }: RefundRow) {
  return {
    direction: 'out',
    network,
    cryptocurrency,
    seen_at: ctx.now(),
    payment_id: null,
    suggested_payment: null,
    named_by: null,
    assigned_by: null,
    dust: 0,
  } as const
}

/** A transfer that a receipt shows. Receipts know neither memos nor equal transfers. */
export function toObserved(receipt: Receipt, transfer: ReceiptTransfer): ObservedTransfer {
  const { token, from, to, rawAmount, logIndex } = transfer
  const { hash: txHash, blockNumber, blockHash, blockTime } = receipt
  return { txHash, token, from, to, rawAmount, memo: null, logIndex, ordinal: 0, blockNumber, blockHash, blockTime }
}
