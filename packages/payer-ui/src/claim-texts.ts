import type { Language } from './language.ts'

/** The values in the sentences. */
export type ClaimTerms = {
  /** What arrived, in the format of the reader's language. */
  amount: string
  coin: string
  network: string
  merchant: string
  /** The account that sent it, shortened. */
  account: string
  wallet: string
}

/** How a payer proves by a signature who sent a transfer, in one language: a value without imports. */
export type ClaimTexts = {
  language: Language
  /** What a signature does. It moves no money. */
  found: (terms: ClaimTerms) => string
  /** Label of the button of a wallet. */
  sign: (wallet: string) => string
  /** Name of a wallet without one. */
  browserWallet: string
  /** Shown where the browser has no wallet. */
  none: (terms: ClaimTerms) => string
  /** For payers who cannot sign. */
  exchange: (terms: ClaimTerms) => string
  /** While the wallet waits for the payer. */
  signing: (terms: ClaimTerms) => string
  /** `account`: the wallet has another account. `refused`: the merchant must decide. */
  problems: Readonly<Record<'rejected' | 'account' | 'refused' | 'failed', (terms: ClaimTerms) => string>>
}
