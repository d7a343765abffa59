import type { Refund } from '@crypto-checkout/api-types'
import { createTransferFor, type paymentInput, TEST_TOKEN, TEST_WALLET, type TestCheckout } from './index.ts'
import { openShop } from './shop.ts'

/** The destination of refunds in tests. */
export const REFUND_TO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** A completed payment. */
export async function createCompletedPayment(
  shop: TestCheckout,
  input: Partial<Omit<typeof paymentInput, 'amount' | 'currency'> & { amount: number; currency: string }> = {},
) {
  const payment = await shop.create(input)
  shop.mine([createTransferFor(payment)])
  await mineFinal(shop)
  return shop.retrieve(payment)
}

/** Mines until everything mined now is final, and reads it twice. */
export async function mineFinal(shop: TestCheckout): Promise<void> {
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
}

/** The transfer from the merchant's wallet that pays a refund. */
export function refundTransfer(refund: Refund, over: object = {}) {
  const rawAmount = BigInt(refund.cryptoAmount.replace('.', ''))
  return { token: TEST_TOKEN, from: TEST_WALLET, to: refund.destination ?? '', rawAmount, ...over }
}

/** The types of all events since a sequence number, oldest first. */
export async function listEventTypes(shop: TestCheckout, after = 0): Promise<string[]> {
  const { data } = await shop.checkout.sandbox.events.list({ after, limit: 100 })
  // Bookings have tests of their own.
  return data.map(({ type }) => type).filter((type) => type !== 'booking.created')
}

/** A shop that reads its chain. */
export async function openRefunding(...options: Parameters<typeof openShop>) {
  const shop = await openShop(...options)
  await shop.settle()
  return shop
}
