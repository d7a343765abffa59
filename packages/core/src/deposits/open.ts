import { createHash } from 'node:crypto'
import type { DepositAddresses } from '../chains/network.ts'
import type { Tx } from '../storage/database.ts'
import { insertDeposit } from './store.ts'

/**
 * Gives a payment an address of its own, whose money can only go to the merchant's wallet. Returns it in display form.
 * It is the same on every chain of the family.
 */
export async function openDeposit(
  tx: Tx,
  addresses: DepositAddresses,
  deposit: { readonly chain: string; readonly paymentId: string; readonly recipient: string },
): Promise<string> {
  const { chain, paymentId, recipient } = deposit
  const address = addresses.addressOf(recipient, deriveDepositSalt(paymentId))
  await insertDeposit(tx, {
    address: address.toLowerCase(),
    chain,
    payment_id: paymentId,
    recipient: recipient.toLowerCase(),
    factory: addresses.factory.toLowerCase(),
  })
  return address
}

/**
 * The salt of a payment's address, 32 bytes. It follows from the id alone, so without the database a payment's id and
 * wallet suffice to get the money. It does not reveal the id, which opens the payment's page.
 */
export function deriveDepositSalt(paymentId: string): string {
  return `0x${createHash('sha256').update(paymentId).digest('hex')}`
}
