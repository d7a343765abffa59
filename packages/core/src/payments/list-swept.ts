import { isHeld } from '../deposits/balances.ts'
import { findLastSweep } from '../deposits/sweeps-store.ts'
import type { Tx } from '../storage/database.ts'
import type { PaymentRow } from './find.ts'
import { listSettled, recountSettlement } from './settlement-store.ts'

/**
 * Lists a payment that completes after its address was swept, in the last settlement that swept it. Returns the
 * payment. If the address still holds money, the settlement that sweeps it lists the payment.
 */
export async function listWithSweep(tx: Tx, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.recognition !== 'address' || payment.settlement_id !== null) return payment
  const place = { chain: payment.chain, token: payment.token, address: payment.address.toLowerCase() }
  const last = (await isHeld(tx, place)) ? null : await findLastSweep(tx, place)
  if (!last) return payment
  const { settlement_id } = last
  await listSettled(tx, { ...payment, id: settlement_id }, [payment.id])
  await recountSettlement(tx, settlement_id)
  return { ...payment, settlement_id }
}
