import { findLanguage } from '@crypto-checkout/payer-ui'
import { z } from 'zod'

/** RFC 5321, 4.5.3.1.3. */
const MAX_EMAIL = 254

/**
 * Wider than the standard, because a receipt must not cost a sale: letters of any script are taken, and the mail server
 * decides. What could break a header of the message is refused.
 */
const EMAIL = /^[^\s@<>(),;:"\\[\]\p{C}]+@[^\s@<>(),;:"\\[\]\p{C}]+$/u

export const customerEmail = z
  .string()
  .trim()
  .max(MAX_EMAIL)
  .regex(EMAIL, 'must be an e-mail address such as ann@example.com')

/** Any tag of BCP 47. One that pages do not have means English. */
export const customerLanguage = z
  .string()
  .max(35)
  .transform((tag) => findLanguage(tag) ?? 'en')

/** The fields of a new payment that say who gets its receipt. */
export const customerFields = {
  customerEmail: customerEmail.optional().meta({
    description: 'The address for the receipts, if `customerReceipts` is on',
  }),
  customerLanguage: customerLanguage.optional().meta({
    type: 'string',
    description: 'Their language, such as de. Default: en',
  }),
}
