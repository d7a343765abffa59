/** What a merchant sees first: what came in, what needs a hand, and what is set up. */

export type Received = {
  network: string
  cryptocurrency: string
  /** What the payments have received, as a decimal string. Money that went back is not taken off. */
  amount: string
  /** How many payments were completed. */
  payments: number
}

/** A number of things, counted up to a hundred where there may be many. */
export type Attention = {
  count: number
  /** Whether there are more. */
  more: boolean
  /** The request that lists exactly these, such as `/payments?unresolved=late`. */
  list: string
}

/** Rows of the books that do not add up, such as payments that say they received another amount than came. */
export type Books = {
  /** Their number. While it is not zero, pay nothing out. */
  imbalance: number
  /** The first of them: ids of payments and settlements, or words. */
  wrong: string[]
  /** When all of the books had been checked last. Null before the first time. */
  checkedAt: string | null
}

/** What waits for the merchant. Null: the caller may not read it. */
export type Attentions = {
  /** It comes before everything else. */
  books: Books
  unattributedTransfers: Attention | null
  /** Those of them that a payer's page named. */
  claimedTransfers: Attention | null
  /** Ended payments with the exception `late`, whose money was neither accepted nor sent back. */
  latePayments: Attention
  /** The same with `underpaid`. */
  underpaidPayments: Attention
  /** Refunds that wait for the merchant's signature. */
  refundsToSign: Attention | null
  /** Refunds that wait for the payer's address. */
  refundsToCollect: Attention | null
  pendingSettlements: Attention | null
  failedSettlements: Attention | null
  /** Enabled webhooks whose deliveries fail at present. */
  failingWebhooks: Attention | null
  /** Webhooks that the checkout has turned off. */
  disabledWebhooks: Attention | null
  /** Of the last seven days. */
  failedDeliveries: Attention | null
}

/** The steps of a new shop. */
export type Setup = {
  /** The settings name a wallet. */
  hasWallets: boolean
  hasKey: boolean
  hasWebhook: boolean
  hasCompletedPayment: boolean
  hasLogo: boolean
  hasSupport: boolean
}

export type Overview = {
  object: 'overview'
  /** The first and the last day, both included. */
  from: string
  to: string
  timeZone: string
  /** By the day on which payments were completed, oldest first. Days without any are left out. */
  received: (Received & { date: string })[]
  /** The same for all days together. */
  totals: Received[]
  attention: Attentions
  setup: Setup
  livemode: boolean
}

export type OverviewQuery = {
  /** The first day, as `2026-11-01`. Default: 29 days before the last one. */
  from?: string | undefined
  /** The last day, included, at most 92 days in all. Default: today. */
  to?: string | undefined
  /** A name from the IANA database. Default: UTC. */
  timeZone?: string | undefined
}
