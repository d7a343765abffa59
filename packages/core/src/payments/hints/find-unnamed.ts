/** Money that names no payment, shown on the only page whose payer may have sent it. */
import { isAsking, type UnnamedTransfer } from '@crypto-checkout/api-types'
import { CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import { formatAmount } from '../../domain/money.ts'
import { toIsoTime } from '../../domain/time.ts'
import { isShared } from '../../merchants/wallets/store.ts'
import { toWalletKey } from '../../merchants/wallets/wallet.ts'
import type { Db } from '../../storage/database.ts'
import type { PaymentRow } from '../store.ts'
import { type AmountRange, findNewestUnattributed, findOpenAsking } from './unnamed-store.ts'

/** An exchange's fee, or a rounded amount, is less than this part of what a payment asks for. */
const NEAR = 10n

/**
 * The newest transfer that a payment's page asks its payer about: unattributed, to the payment's wallet in its coin, later
 * than the payment, and within a tenth of what it asks for. Null if another open payment of the wallet fits as well, or if
 * several merchants use the wallet. It shows no more than the chain does, and attributes nothing: the payer must name
 * the transaction, and sign or ask the merchant.
 */
export async function findUnnamed(db: Db, payment: PaymentRow): Promise<UnnamedTransfer | null> {
  if (payment.recognition === 'address' || !isAsking(payment.status)) return null
  const { chain, token, address, merchant_id, livemode, created_at } = payment
  const asked = payment.outstanding
  const where = { chain, token, merchant_id, livemode }
  const found = await findNewestUnattributed(db, {
    ...where,
    ...findNear(asked),
    wallet: address.toLowerCase(),
    created_at,
  })
  const [transfer] = found
  if (!transfer || (await isShared(db, toWalletKey(chain, address)))) return null
  const amount = transfer.amount
  // By the clock tolerance, a payment that seems a little younger than the transfer may be the one that it was meant for.
  const before = transfer.block_time + CLOCK_TOLERANCE_MS
  const [only, other] = await findOpenAsking(db, { ...where, ...findAsking(amount), address, before })
  if (only?.id !== payment.id || other) return null
  return {
    amount: formatAmount(amount),
    cryptocurrency: transfer.cryptocurrency,
    blockTime: toIsoTime(transfer.block_time),
  }
}

/** The amounts within a tenth of what is asked for. */
function findNear(asked: bigint): AmountRange {
  return { least: asked - asked / NEAR, most: asked + asked / NEAR }
}

/**
 * Finds the prices of payments for which an amount is within a tenth: a little more, so that it leaves no payment out.
 */
function findAsking(amount: bigint): AmountRange {
  return { least: (amount * NEAR) / (NEAR + 1n), most: (amount * NEAR) / (NEAR - 1n) + 1n }
}
