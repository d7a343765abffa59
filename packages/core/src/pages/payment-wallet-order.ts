import { getTokenAt } from '../chains/network.ts'
import type { TransferRequest, WalletTransactions } from '../chains/wallet-transactions.ts'
import type { Caller, Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/environments.ts'
import { CheckoutError } from '../domain/error.ts'
import { toRawAmount } from '../domain/money.ts'
import { findAnyPayment } from '../payments/find.ts'

type Owner = Pick<Caller, 'merchantId' | 'livemode'>

/** Statuses that ask for money. */
const ASKING: readonly string[] = ['created', 'partially_paid']

/** The order that a wallet can sign for a payment now; null when there is no such payment. Throws `invalid_state`. */
export async function findOrder(
  ctx: Context,
  id: string,
): Promise<{ order: TransferRequest; transactions: WalletTransactions; owner: Owner } | null> {
  const row = await findAnyPayment(ctx.db, id)
  if (!row) return null
  const network = ctx.network(toEnvironment(row.livemode === 1), row.network)
  const token = network && getTokenAt(network, row.token)
  const transactions = network?.chain.walletTransactions
  if (!token || !transactions || row.memo === null) {
    throw new CheckoutError(
      'invalid_state',
      `This endpoint is for Stellar only. On ${row.network}, pay from the wallet.`,
    )
  }
  const now = ctx.now()
  const rawAmount = toRawAmount(BigInt(row.outstanding), token.decimals)
  if (!ASKING.includes(row.status) || rawAmount === 0n || row.expires_at <= now) {
    throw new CheckoutError('invalid_state', 'This payment does not ask for money any more: do not pay it.')
  }
  const order = {
    token: token.address,
    address: network.chain.addresses.display(row.address),
    rawAmount,
    memo: row.memo,
    from: null,
    deadline: row.expires_at,
    now,
  }
  return { order, transactions, owner: { merchantId: row.merchant_id, livemode: row.livemode === 1 } }
}
