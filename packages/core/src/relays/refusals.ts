/** Refusals of what payers sign for this checkout to send: the same code in every family, and in every way to hand it in. */
import { NodeError } from '../chains/node-error.ts'
import { CheckoutError } from '../domain/error.ts'

/** `payment_conflict`: another signature might pay twice, or pay what nobody asks for. */
export function createConflict(reason: string): CheckoutError {
  return new CheckoutError('payment_conflict', `${reason} Look at the payment before you sign again.`)
}

/** `relay_unavailable`: sending it would cost more than is allowed now. The same signature may be taken later. */
export function createUnavailable(reason: string): CheckoutError {
  return new CheckoutError('relay_unavailable', `${reason} Try again later, or send the payment yourself.`)
}

/** Runs requests to nodes. Throws `network_unreachable` if none answers. */
export async function callNodes<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking()
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    throw new CheckoutError('network_unreachable', 'The network does not answer now: try again, or send the payment.')
  }
}
