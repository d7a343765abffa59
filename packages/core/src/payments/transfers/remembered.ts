import type { ObservedTransfer } from '../../chains/chain.ts'
import type { Network } from '../../chains/network.ts'
import type { Db } from '../../storage/database.ts'
import type { TransferRow } from './store.ts'

/** The block of the transfer that follows `skip` others, from a block on; null if there are fewer. */
export async function findTransferBlock(
  db: Db,
  network: Network,
  { from, skip }: { readonly from: number; readonly skip: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('transfers')
    .select('block_number')
    .where('chain', '=', network.chain.id)
    .where('block_number', '>=', from)
    .orderBy('block_number')
    .limit(1)
    .offset(skip)
    .executeTakeFirst()
  return row?.block_number ?? null
}

/** A recorded transfer as it was read. */
export function toObservedTransfer(row: Omit<TransferRow, 'seq'>): ObservedTransfer {
  return {
    txHash: row.tx_hash,
    token: row.token,
    from: row.from_address,
    to: row.to_address,
    rawAmount: BigInt(row.raw_amount),
    memo: row.memo,
    logIndex: row.log_index,
    ordinal: row.ordinal,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    blockTime: row.block_time,
  }
}
