/** The types of the texts of payment links, and of those that only pages of the server show: of refunds. */
import type { Sum, Terms, Texts } from './payment-texts.ts'
import type { ReceiptProblem } from './receipts/verify.ts'

type Bounds = { readonly minimum: string; readonly maximum: string | null }
type Method = { readonly coin: string; readonly network: string }
type Seller = { readonly merchant: string }

/** The texts of a payment link, on its page and in the element. */
export type LinkTexts = {
  /** Above the price. */
  readonly price: string
  readonly amountLabel: (terms: { readonly currency: string }) => string
  /** The bounds of an entry. */
  readonly bounds: (bounds: Bounds) => string
  readonly refused: (bounds: Bounds) => string
  readonly payIn: (method: Method) => string
  /** The payer chooses among several methods later. */
  readonly choice: string
  readonly pay: string
  /** After the end of a payment. */
  readonly again: string
  /** No payment could be made, for a reason that the payer cannot change. */
  readonly failed: (seller: Seller) => string
  /** Titles of a link that makes no payments. */
  readonly closed: Readonly<Record<'inactive' | 'expired' | 'exhausted', string>>
  readonly ask: (seller: Seller) => string
  readonly notFoundTitle: string
  readonly notFound: string
  /** Below the code that is printed. */
  readonly scan: string
}

/** The texts of a page whose payment or refund ended long ago. */
export type OverTexts = {
  readonly title: string
  readonly detail: string
}

type RefundTerms = Pick<Terms, 'coin' | 'network' | 'merchant'>

/** The texts of the page on which a payer enters the address for a refund. */
type AddressPageTexts = {
  readonly title: string
  /** Above the amount. */
  readonly amountLabel: string
  readonly ask: (terms: RefundTerms) => string
  readonly addressLabel: (terms: RefundTerms) => string
  readonly memoLabel: string
  /** Buttons below the address. */
  readonly paste: string
  readonly useWallet: (source: { readonly wallet: string }) => string
  readonly submit: string
  /** Before the address is fixed, above it. */
  readonly check: (terms: RefundTerms) => string
  /** Says that the confirmation cannot be undone. */
  readonly warning: string
  readonly confirm: string
  /** Leads back to the field. */
  readonly correct: string
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
  readonly closedTitle: string
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

/** The texts of the buttons that copy what is to be typed. */
export type CopyTexts = Pick<Texts, 'copy' | 'copied' | 'copyRefused'>

/** The texts of a refund's pages in one language. */
export type RefundTexts = {
  readonly addressPage: AddressPageTexts
  readonly signingPage: SigningPageTexts
}

/** The texts above the buttons of test mode. The buttons have the names of the scenarios, in English. */
export type TestPanelTexts = Readonly<Record<'title' | 'detail', string>>

/** The texts of a payment link's till in one language. */
export type TillTexts = {
  /** Makes the payment. */
  readonly show: string
  /** In large letters. */
  readonly paid: string
  readonly next: string
  readonly erase: string
  /** For those who may not see the till. */
  readonly closed: (sum: { readonly merchant: string }) => string
  readonly signIn: string
}

/** The texts of the page of a receipt in one language. */
export type ReceiptTexts = {
  /** Also the link to it. */
  readonly title: string
  /** Below the code that is printed. */
  readonly scan: string
  readonly check: string
  /** The link to the signed text. */
  readonly save: string
  /** A note on what it proves, and that it is no invoice. */
  readonly note: Readonly<Record<'payment' | 'refund', string>>
}

/** The texts of the page that verifies receipts, in one language. */
export type VerifierTexts = Readonly<
  Record<
    | ('title' | 'intro' | 'proves' | 'meaning' | 'needsScript' | 'trustTitle')
    // Labels of fields, and of what opens the last one.
    | ('receipt' | 'file' | 'otherKeys' | 'keys'),
    string
  >
> & {
  /** `at`: when the keys were put into the page. */
  readonly trust: (of: { readonly issuer: string; readonly at: string }) => string
  /** The words of the page's script. They are in the page, so a saved copy has them. */
  readonly script: {
    readonly verdicts: Readonly<Record<'genuine' | 'test' | 'wrong' | 'insecure' | 'wrongKeys' | 'tooOld', string>>
    readonly problems: Readonly<Record<ReceiptProblem, string>>
    readonly labels: Readonly<
      Record<
        | ('payment' | 'refund' | 'issuer' | 'merchant' | 'price' | 'amount' | 'received' | 'note' | 'accepted')
        | ('paid' | 'sent' | 'refundOf' | 'order' | 'network' | 'contract' | 'recipient' | 'memo' | 'transaction')
        | ('sender' | 'block' | 'id' | 'key'),
        string
      >
    >
  }
}
