/** Refusals in Medusa's words. Their messages contain no secret: the client's do not. */
import { CheckoutApiError, ConnectionError } from '@crypto-checkout/client'
import { MedusaError } from '@medusajs/framework/utils'

const { INVALID_DATA, NOT_ALLOWED, UNEXPECTED_STATE } = MedusaError.Types

const HINTS: Readonly<Record<string, string>> = {
  unsupported_currency: ' Offer crypto-checkout only in regions whose currency the checkout has a rate for.',
}

/** Throws with a reason that a merchant or a storefront can act on. */
export function refuse(reason: string): never {
  throw new MedusaError(NOT_ALLOWED, reason)
}

/** Tells whether the checkout gave no answer of its own. What was asked may be done then, and only asking again tells. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof CheckoutApiError)) return error instanceof ConnectionError
  const { status, code } = error
  return status >= 500 || status === 429 || code === 'idempotency_in_progress' || code === 'unexpected_answer'
}

/** Runs a call of the checkout. Its refusals become Medusa's, which would otherwise answer "unknown error". */
export async function translateErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof CheckoutApiError) {
      const type = error.type === 'invalid_request_error' ? chooseType(error.code) : UNEXPECTED_STATE
      throw new MedusaError(type, `${error.message}${HINTS[error.code] ?? ''}`, error.code)
    }
    if (error instanceof ConnectionError) throw new MedusaError(UNEXPECTED_STATE, error.message, error.code)
    throw error
  }
}

function chooseType(code: string): string {
  return code === 'invalid_state' || code === 'refund_exceeds_payment' ? NOT_ALLOWED : INVALID_DATA
}
