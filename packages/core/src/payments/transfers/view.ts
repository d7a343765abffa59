import type { Transfer } from '@crypto-checkout/api-types'
import type { Context } from '../../context/context.ts'
import { toEnvironment } from '../../domain/catalog/environments.ts'
import { formatAmount } from '../../domain/money.ts'
import { toIsoTime, toIsoTimeOrNull } from '../../domain/time.ts'
import type { Unnumbered } from './store.ts'
import type { DustSum } from './stray-dust.ts'

/** `dust`: the sum of small transfers, for an event. */
export function toTransferView(ctx: Context, row: Unnumbered, dust: DustSum | null = null): Transfer {
  const network = ctx.network(toEnvironment(row.livemode === 1), row.network)
  const display = (address: string) => network?.chain.addresses.display(address) ?? address
  return {
    id: row.id,
    object: 'transfer',
    network: row.network,
    cryptocurrency: row.cryptocurrency as Transfer['cryptocurrency'],
    hash: row.tx_hash,
    from: display(row.from_address),
    to: display(row.to_address),
    amount: formatAmount(BigInt(row.amount)),
    rawAmount: row.raw_amount,
    status: row.state as Transfer['status'],
    payment: row.payment_id,
    suggestedPayment: row.payment_id === null ? row.suggested_payment : null,
    namedBy: row.payment_id === null && row.named_by !== null ? JSON.parse(row.named_by) : [],
    assignedBy: row.assigned_by,
    memo: row.memo,
    blockNumber: row.block_number,
    blockTime: toIsoTime(row.block_time),
    seenAt: toIsoTime(row.seen_at),
    finalAt: toIsoTimeOrNull(row.final_at),
    explorerUrl: network?.explorerTxUrl ? `${network.explorerTxUrl}${row.tx_hash}` : null,
    dust: dust && { amount: formatAmount(dust.amount), transfers: dust.transfers },
  }
}
