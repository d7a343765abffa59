import type { Cryptocurrency, Refund, RefundAction, RefundTransaction } from '@crypto-checkout/api-types'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/environments.ts'
import { formatAmount } from '../domain/money.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import type { RefundRow } from './store.ts'

export function toRefundView(ctx: Context, row: RefundRow): Refund {
  const network = getRefundNetwork(ctx, row)
  return {
    id: row.id,
    object: 'refund',
    paymentId: row.payment_id,
    amount: row.amount_cents / 100,
    currency: row.currency,
    cryptoAmount: formatAmount(BigInt(row.amount)),
    cryptoAmountArrived: row.arrived === null ? null : formatAmount(BigInt(row.arrived)),
    cryptocurrency: row.cryptocurrency as Cryptocurrency,
    network: row.network,
    destination: row.destination,
    destinationMemo: row.memo,
    reason: row.reason,
    status: row.status,
    nextAction: network && actionOf(ctx, network, row),
    transaction: transactionOf(network, row),
    failure: row.failure,
    createdAt: toIsoTime(row.created_at),
    completedAt: toIsoTimeOrNull(row.completed_at),
  }
}

/** The network of a refund; null if it is no longer configured, or is now another chain. */
export function getRefundNetwork(ctx: Context, row: Pick<RefundRow, 'livemode' | 'network' | 'chain'>): Network | null {
  const network = ctx.network(toEnvironment(row.livemode === 1), row.network)
  return network?.chain.id === row.chain ? network : null
}

function actionOf(ctx: Context, { chain }: Network, row: RefundRow): RefundAction | null {
  if (row.status === 'pending' && row.method === 'collect') return { type: 'collect_destination', url: null }
  if (row.status !== 'pending' || row.method !== 'sign' || row.destination === null) return null
  const { transactor } = chain
  const rawAmount = BigInt(row.raw_amount)
  const token = chain.addresses.display(row.token)
  const message = `Refund of ${(row.amount_cents / 100).toFixed(2)} ${row.currency}`
  const from = chain.addresses.display(row.from_address)
  const { to, data } = transactor?.transferCall({ token, to: row.destination, rawAmount }) ?? { to: '', data: '' }
  return {
    type: 'sign',
    url: `${ctx.settings.publicUrl}/refund/sign/${row.id.slice(3)}`,
    uri: chain.paymentUri({ token, address: row.destination, rawAmount, memo: row.memo, message }),
    call: transactor && { chainId: transactor.chainId, from, to, data, value: '0x0' },
  }
}

function transactionOf(network: Network | null, row: RefundRow): RefundTransaction | null {
  if (row.tx_hash === null || row.transfer_state === null) return null
  return {
    hash: row.tx_hash,
    from: network?.chain.addresses.display(row.from_address) ?? row.from_address,
    status: row.transfer_state,
    block: row.block_number ?? 0,
    explorerUrl: network?.explorerTxUrl ? `${network.explorerTxUrl}${row.tx_hash}` : null,
  }
}
