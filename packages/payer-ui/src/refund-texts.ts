import type { Sum, Terms } from './payment-texts.ts'

type RefundTerms = Pick<Terms, 'coin' | 'network' | 'merchant'>

/** The texts of the page on which a payer enters the address for a refund. */
type AddressPageTexts = {
  readonly title: string
  /** Above the amount. */
  readonly amountLabel: string
  readonly ask: (terms: RefundTerms) => string
  /** Says that the entry cannot be undone. */
  readonly warning: string
  readonly addressLabel: (terms: RefundTerms) => string
  readonly memoLabel: string
  readonly submit: string
  readonly invalid: (terms: RefundTerms) => string
  readonly cannotReceive: (terms: RefundTerms) => string
  /** The account accepts nothing without a memo. */
  readonly memoMissing: string
  readonly addressSaved: (terms: RefundTerms) => string
  readonly submitted: (terms: RefundTerms) => string
  readonly completed: string
  readonly closed: (terms: RefundTerms) => string
}

/** The texts of the page on which a merchant's wallet signs a refund. */
type SigningPageTexts = {
  readonly title: string
  /** Above the amount. */
  readonly amountLabel: string
  readonly ask: (sum: Sum) => string
  readonly once: string
  /** Says where the money is while it is not in the wallet yet. */
  readonly unswept: string
  readonly openWallet: string
  readonly from: string
  readonly to: string
  readonly contract: string
  /** The refund cannot be signed, or no longer. */
  readonly closed: string
  readonly script: SigningScriptTexts
}

/** The texts of the signing page's script. The server sends them with the page. */
export type SigningScriptTexts = Readonly<
  Record<
    | 'signWith'
    | 'browserWallet'
    | 'none'
    | 'account'
    /** The network's name follows. */
    | 'network'
    | 'rejected'
    | 'insufficient'
    | 'failed'
    | 'confirm'
    /** The transaction's hash follows. */
    | 'sent'
    | 'unsure',
    string
  >
>

/** The texts of a refund's pages in one language. */
export type RefundTexts = {
  readonly addressPage: AddressPageTexts
  readonly signingPage: SigningPageTexts
}
