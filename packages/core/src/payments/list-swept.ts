import { isHeld } from '../deposits/balances.ts'
import type { PaymentRow } from './find.ts'
import { countSettled, listSettled } from './settled.ts'
import type { Tx } from '../storage/database.ts'
import { findAnySettlement, updateSettlement } from '../settlements/store.ts'
import { lastSweepOf } from '../deposits/sweeps-store.ts'

/**
 * Lists a payment that completes after its address was swept, in the last settlement that swept it. Returns the
 * payment. If the address still holds money, the settlement that sweeps it lists the payment.
 */
export async function listWithSweep(tx: Tx, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.recognition !== 'address' || payment.settlement_id !== null) return payment
  const place = { chain: payment.chain, token: payment.token, address: payment.address.toLowerCase() }
  const last = (await isHeld(tx, place)) ? null : await lastSweepOf(tx, place)
  const settlement = last && (await findAnySettlement(tx, last.settlement_id))
  if (!settlement) return payment
  await listSettled(tx, settlement, [payment.id])
  await updateSettlement(tx, settlement, { payment_count: await countSettled(tx, settlement.id) })
  return { ...payment, settlement_id: settlement.id }
}
