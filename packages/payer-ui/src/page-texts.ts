/** The values in the texts of payment links, and of the pages that only the server shows. */
import type { Terms, Texts } from './payment-texts.ts'

export type Bounds = { readonly minimum: string; readonly maximum: string | null }
export type Method = { readonly coin: string; readonly network: string }
export type Seller = { readonly merchant: string }
/** The sum and the shop of an e-mail with a receipt, and its order number. */
export type MailTerms = Seller & { readonly amount: string }
export type OrderTerms = { readonly reference: string }
export type RefundTerms = Pick<Terms, 'coin' | 'network' | 'merchant'>

/** The texts of the buttons that copy what is to be typed. */
export type CopyTexts = Pick<Texts, 'copy' | 'copied' | 'copyRefused'>
