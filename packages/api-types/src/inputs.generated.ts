/** Made by `npm run reference` from the schemas and routes of the core. Change those, and run it again. */

import type {
  ApiKeyStatus,
  Cryptocurrency,
  DeliveryState,
  DeliveryStatusClass,
  KeyWallets,
  NetworkName,
  PaymentException,
  PaymentStatus,
  RefundStatus,
  RequestMethod,
  SettlementStatus,
} from './answers.generated.ts'
import type { AuditObject, AuditOperation } from './audit.ts'
import type { EventPattern, EventType, Role, Scope } from './lists.ts'

/** The parameters of every list. */
export type ListQuery = {
  /** The number of items on a page, 1 to 100. Default: 10. */
  limit?: number | undefined
  /** Id of the last item that you have seen: the page begins after it. */
  starting_after?: string | undefined
}

/** The input of a payment. */
export type PaymentInput = {
  /** The price in `currency`: positive, with its decimals in ISO 4217. A number, or a decimal as text such as 49.90. */
  amount: number | string
  /** ISO 4217 code of the price's currency, such as EUR. Small letters are taken too. */
  currency: string
  /** The coin. Small letters are taken too. */
  cryptocurrency: Cryptocurrency | Lowercase<Cryptocurrency>
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   * Capitals are taken too.
   */
  network: NetworkName
  /** Address of the wallet that gets the money, on the network. */
  merchantWallet: string
  /** Other coins and networks that the payer may choose: at most 11, or all that are configured and have a wallet. */
  alternatives?:
    | 'all'
    | (MethodInput & {
        /**
         * The wallet there. Default: the settings' wallet of the network, or the payment's own where that is an address.
         */
        merchantWallet?: string | undefined
      })[]
    | undefined
  /** The page to which the payer goes once the payment is completed. In production it must use https. */
  redirectUrl?: string | undefined
  /** Your address that gets this payment's events, besides your webhooks. */
  webhookUrl?: string | undefined
  /** Seconds until the payment expires, at most 30 days. Default: 1800. */
  expiresIn?: number | string | undefined
  /**
   * Your own data, returned unchanged: at most 50 keys, and 16 KiB as JSON. Its size counts towards the quota of the
   * plan.
   */
  metadata?: Record<string, unknown> | undefined
  /** The subject of the payment, for the payer to see. One line of at most 500 characters. */
  description?: string | undefined
  /** Your order number, for the payer to see. At most 100 characters. */
  reference?: string | undefined
  /** The things that are bought: at most 50 lines, and 16 KiB as JSON. Their sum is the amount, exactly. */
  lineItems?: LineItemInput[] | undefined
  /** The page to which a payer goes who does not pay, before the end and after it. In production it must use https. */
  cancelUrl?: string | undefined
  /**
   * Id of a payment with the same `reference` and the status `created`. It is cancelled, and its page leads to the new
   * one.
   */
  supersedes?: string | undefined
  /**
   * True: the open payment made with `reuse` for the same `reference`, `amount` and `currency` is the answer, whatever
   * else is asked for. A new one is made if a wallet of it has left the settings.
   */
  reuse?: boolean | undefined
  /** The address for the receipts, if `customerReceipts` is on. */
  customerEmail?: string | undefined
  /** Their language, such as de. Default: en. */
  customerLanguage?: string | undefined
}

/** A coin on a network. */
export type MethodInput = {
  /** The coin. Small letters are taken too. */
  cryptocurrency: Cryptocurrency | Lowercase<Cryptocurrency>
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   * Capitals are taken too.
   */
  network: NetworkName
}

/** A line of an order. */
export type LineItemInput = {
  /** The thing that is bought, for the payer to see. At most 200 characters. */
  name: string
  /** The number of these things, 1 to 1,000,000. */
  quantity: number | string
  /** The price of one in the payment's currency, with its decimals. Negative for a discount. */
  unitAmount: number | string
  /** Address of a picture of it, with http or https. */
  imageUrl?: string | null | undefined
}

/** The input of a payment link: an `amount`, or at least a `minimum`. */
export type PaymentLinkInput = {
  /** The subject of its payments, for the payer to see. One line of at most 200 characters. */
  title: string
  /** The price of each payment, in `currency`. Without it the payer enters an amount. */
  amount?: number | string | undefined
  /** The least that the payer may enter, in `currency`. Required without an amount. */
  minimum?: number | string | undefined
  /** The most that the payer may enter, in `currency`. */
  maximum?: number | string | undefined
  /** The amount that the payer's field contains at first, in `currency`. */
  preset?: number | string | undefined
  /** ISO 4217 code of the price's currency, such as EUR. Small letters are taken too. */
  currency: string
  /** More about it, for the payer to see. One line of at most 500 characters. Without it, payments have the title. */
  description?: string | undefined
  /** The things that are bought: at most 50 lines, and 16 KiB as JSON. Their sum is the amount, exactly. */
  lineItems?: LineItemInput[] | undefined
  /** The coin. Small letters are taken too. */
  cryptocurrency: Cryptocurrency | Lowercase<Cryptocurrency>
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   * Capitals are taken too.
   */
  network: NetworkName
  /** Address of the wallet that gets the money, on the network. */
  merchantWallet: string
  /** Other coins and networks that the payer may choose, as those of a payment. */
  alternatives?:
    | 'all'
    | (MethodInput & {
        /**
         * The wallet there. Default: the settings' wallet of the network, or the payment's own where that is an address.
         */
        merchantWallet?: string | undefined
      })[]
    | undefined
  /**
   * The number of its payments that may be open or paid. One that ends unpaid gives its place back. Default: without a
   * limit.
   */
  limit?: number | string | undefined
  /** Seconds until the link expires, at most five years. Default: never. */
  expiresIn?: number | string | undefined
  /** The page to which the payer goes once a payment is completed. In production it must use https. */
  redirectUrl?: string | undefined
  /** Your own data. Each payment of the link gets it too. */
  metadata?: Record<string, unknown> | undefined
}

/** Changes of a payment link. Omitted fields stay unchanged. */
export type PaymentLinkChanges = {
  /** True if the link is on. */
  active?: boolean | undefined
  /** The subject of its payments, for the payer to see. One line of at most 200 characters. */
  title?: string | undefined
  /** The number of its payments that may be open or paid. Null: without a limit. */
  limit?: number | string | null | undefined
}

/** The payment that a transfer pays. */
export type AssignInput = {
  /** Id of the payment that the transfer shall pay. */
  paymentId: string
  /** The reason, for the audit log: at most 500 characters. */
  reason?: string | undefined
}

/** The input of a refund. */
export type RefundInput = {
  /** Id of the payment whose money goes back. */
  paymentId: string
  /** The amount that goes back, in the payment's currency: positive, with its decimals. Default: all that is left. */
  amount?: number | string | undefined
  /** The coin of the method whose money goes back, with `network`. Default: the chosen method. */
  cryptocurrency?: Cryptocurrency | Lowercase<Cryptocurrency> | undefined
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   * Capitals are taken too.
   */
  network?: NetworkName | undefined
  /**
   * Address that gets the money, on the payment's network. Default: the account that paid without gas. Other payers are
   * asked on a page.
   */
  destination?: string | undefined
  /** The memo that the recipient needs besides the address (Stellar only). */
  destinationMemo?: string | undefined
  /** Your own id of it, at most 100 characters. Asked again with it, the same refund is the answer. */
  reference?: string | undefined
  /** Your reason, for your own records: at most 500 characters. */
  reason?: string | undefined
}

/** A URL that gets events. */
export type WebhookInput = {
  /** Your address, to which events are posted. In production it must use https. */
  url: string
  /** Types, and patterns such as `payment.*`. Default of a new webhook: `*`, all but `booking.*`. */
  events?: EventPattern[] | undefined
  /** Your note about it, at most 500 characters. */
  description?: string | undefined
}

/** Changes of a webhook. Omitted fields stay unchanged. */
export type WebhookChanges = {
  /** Your address, to which events are posted from now on. */
  url?: string | undefined
  /** Types, and patterns such as `payment.*`. Default of a new webhook: `*`, all but `booking.*`. */
  events?: EventPattern[] | undefined
  /** Your note about it, at most 500 characters. Null removes it. */
  description?: string | null | undefined
  /** True if it gets events. */
  enabled?: boolean | undefined
}

/** The time from which on deliveries are sent again. */
export type SinceInput = {
  /** ISO 8601 time. Failed deliveries that were made at or after it are sent again. */
  since: string
}

/**
 * Changes of the parts of a merchant that payers see, in both environments. Omitted fields stay unchanged, null
 * removes.
 */
export type MerchantChanges = {
  /** The name on the payment page, at most 100 characters. */
  name?: string | undefined
  /** The colour of the payment page's buttons and links, such as #0a7d4f. Null: the checkout's own. */
  accent?: string | null | undefined
  /**
   * A PNG, WebP or JPEG file of at most 100 KiB and 2,048 pixels on each side, in base64. Its metadata and its colour
   * profile are removed.
   */
  logo?: string | null | undefined
  /** E-mail address for payers who need help. */
  supportEmail?: string | null | undefined
  /** Address of a page for payers who need help. It must use https if the server takes real payments. */
  supportUrl?: string | null | undefined
}

/**
 * The times at which settlement periods are closed. Null means the same as leaving a field out, so an answer can be
 * sent back.
 */
export type ScheduleInput = {
  /** The frequency of closing a period. `manual`: only when you ask. */
  frequency: 'daily' | 'weekly' | 'monthly' | 'manual'
  /** HH:MM in the time zone. Required unless manual. */
  time?: string | null | undefined
  /** Day of the week, only with weekly. Default: monday. */
  weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null | undefined
  /** 1 to 31, only with monthly. Default: 1. Shorter months use their last day. */
  dayOfMonth?: number | string | null | undefined
  /** Null, the default: the shop's zone. */
  timeZone?: string | null | undefined
}

/** Changes of the settings. Omitted fields stay unchanged; a schedule replaces the whole previous one. */
export type SettingsChanges = {
  /** The coin to settle in, where `routes` of the settings have a way to it. */
  settlementCurrency?: Cryptocurrency | undefined
  /** The whole schedule: a field that is left out gets its default. */
  settlementSchedule?: ScheduleInput | undefined
  /** The network to settle on. Null: none. */
  settlementNetwork?: string | null | undefined
  /** Your proven wallet there. Null: each payment's. */
  settlementWallet?: string | null | undefined
  /** The least part that arrives, 0.9 to 1. */
  settlementLeast?: string | undefined
  /** Fast can cost more. */
  settlementSpeed?: 'standard' | 'fast' | undefined
  /** The most that a conversion may cost. */
  settlementMaxFee?: string | null | undefined
  /** The shop's zone, such as Europe/Berlin. Null: UTC. */
  timeZone?: string | null | undefined
  /** Forms begin with it, such as EUR. */
  currency?: string | null | undefined
  /** Addresses of your wallets by network, for the alternatives of payments. Others stay, null removes one. */
  wallets?: Record<string, string | null> | undefined
  /** The rule for money that comes after the end of a new payment. Null: the operator's rule. */
  latePayments?: 'review' | 'accept' | null | undefined
  /**
   * The part of an amount that may be missing, for new payments, with at most six decimals. 0.01 is 1 %. Null: the
   * operator's rule.
   */
  underpaymentTolerance?: number | null | undefined
  /**
   * `on` if payers may say that they have paid, and prove it. It holds at once, for all payments. Null: the operator's
   * rule.
   */
  claims?: 'on' | 'off' | null | undefined
  /** Receipts to customers by e-mail: none, to addresses of payments, or the page asks for one too. */
  customerReceipts?: 'off' | 'given' | 'asked' | undefined
  /** Days until the address of a customer is erased. */
  customerEmailDays?: number | string | undefined
}

/** A wallet on a network. */
export type WalletInput = {
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   * Capitals are taken too.
   */
  network: NetworkName
  /** The wallet, as merchantWallet names it. */
  address: string
}

/** A wallet's signature of the text of a challenge. */
export type WalletProof = WalletInput & {
  /** The text of the challenge, unchanged. */
  message: string
  /** The wallet's signature of the text: EIP-191 in hexadecimal with 0x, or SEP-53 in base64. */
  signature: string
}

/** The input of a key. */
export type KeyInput = {
  /** Your name for it, such as the program that uses it, on one line of at most 100 characters. */
  name: string
  /** The scopes that it gets. Default: everything. A key can give only what it may do itself. */
  scopes?: Scope[] | undefined
  /** True if unsigned requests are refused. Default: false. */
  requireSignature?: boolean | undefined
  /**
   * The wallets that it may have payments paid to. `settings`: those of the settings only, which it cannot change.
   * Payments and links that name another one are refused with `insufficient_scope`. Default: `any`, or `settings` if
   * the caller is limited to them.
   */
  wallets?: KeyWallets | undefined
}

/** The time for which the old pair still works. */
export type RotateInput = {
  /** Seconds for which the old pair still works, at most 30 days. Default: 86400, a day. */
  expireOldIn?: number | string | undefined
}

/** The request of a shop system to be connected. */
export type ConnectionInput = {
  /** The name of the shop system, on one line of at most 100 characters. */
  clientName: string
  /** Its address. It has the origin of `redirectUri`. */
  clientUri: string
  /** The address to which the browser goes back with the code. In production it must use https. */
  redirectUri: string
  /** The address that gets its events. It has the origin of `redirectUri`. */
  webhookUrl: string
  /**
   * The scopes that it asks for. They include `payments:read` or `payments:write`. Default: `payments:write` and
   * `refunds:write`.
   */
  scopes?:
    | (
        | 'payments:read'
        | 'payments:create'
        | 'payments:write'
        | 'payment_links:read'
        | 'payment_links:write'
        | 'transfers:read'
        | 'refunds:read'
        | 'refunds:write'
        | 'settlements:read'
        | 'merchant:read'
        | 'events:read'
        | 'networks:read'
      )[]
    | undefined
  /** A text that the shop system gets back, at most 500 characters. */
  state?: string | undefined
  /** The SHA-256 of the verifier, in base64url (RFC 7636). */
  codeChallenge: string
  /** The way in which the challenge was made. */
  codeChallengeMethod: 'S256'
}

/** The code of a connection, with its verifier. */
export type ExchangeInput = {
  /** The code from the address of `redirectUri`. */
  code: string
  /** The verifier of the challenge (RFC 7636). */
  codeVerifier: string
}

/** Changes of a user at a merchant. */
export type UserChanges = {
  /** The role of the user. You cannot give a role that may do more than you. */
  role: Role
}

/** The address and the role of an invitation. */
export type InvitationInput = {
  /** The address of the one who is invited. */
  email: string
  /** The role of the user. You cannot give a role that may do more than you. */
  role: Role
}

/** The way in which a test payment is paid. */
export type PayInput = {
  /**
   * The scenario: exact (default), duplicate, underpaid, overpaid or wrong_token. On Stellar also no_memo, elsewhere
   * also reorg. wrong_token sends another coin of the network, or a counterfeit if the wallet can receive no other.
   */
  scenario?: string | undefined
  /** Amount of coins to send instead of the scenario's, as a decimal string. */
  amount?: string | undefined
  /** An open method of the payment. Default: the chosen one. */
  method?: MethodInput | undefined
}

/** The filters of payments. They combine. */
export type PaymentFilter = {
  /**
   * A search by what people see: an id, reference, description, memo, hash, value of the metadata, address, amount, or
   * a link that names one.
   */
  q?: string | undefined
  /** Those with this status. */
  status?: PaymentStatus | undefined
  /** The network of the method that the payment's own fields show. */
  network?: NetworkName | undefined
  /** The coin of the method that the payment's own fields show. Small letters are taken too. */
  cryptocurrency?: Cryptocurrency | Lowercase<Cryptocurrency> | undefined
  /** Those with this exception. */
  exception?: PaymentException | undefined
  /** Ended payments with this exception, whose money was neither accepted nor sent back. */
  unresolved?: 'late' | 'underpaid' | undefined
  /** Your order number. */
  reference?: string | undefined
  /** Id of the payment link whose page made them. */
  paymentLink?: string | undefined
  /** Id of the settlement that they are in. */
  settlement?: string | undefined
  /** Created at or after this ISO 8601 time. */
  created_gte?: string | undefined
  /** Created before this ISO 8601 time. */
  created_lt?: string | undefined
}

export type PaymentQuery = ListQuery &
  PaymentFilter & {
    /** False leaves the `qrCode` of each payment empty, which saves a third of the bytes. Default: true. */
    qrCode?: boolean | undefined
  }

export type TransferQuery = ListQuery & {
  /** Those with this status; named: unattributed ones that a payer's page named. */
  status?: 'unattributed' | 'attributed' | 'named' | undefined
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   * Capitals are taken too.
   */
  network?: NetworkName | undefined
  /** Id of the payment that they pay. */
  payment?: string | undefined
}

export type RefundQuery = ListQuery & {
  /** Those of this payment. */
  paymentId?: string | undefined
  /** The one with this id of yours. */
  reference?: string | undefined
  /** Those with this status. */
  status?: RefundStatus | undefined
  /** Those that wait for the merchant's signature, or for the payer's address. */
  nextAction?: 'sign' | 'collect_destination' | undefined
  /** Created at or after this ISO 8601 time. */
  created_gte?: string | undefined
  /** Created before this ISO 8601 time. */
  created_lt?: string | undefined
}

export type EventQuery = ListQuery & {
  /** Those of this type. */
  type?: EventType | undefined
  /** Id of the payment that they are about: its own events, and those of its refunds and transfers. */
  payment?: string | undefined
  /** Events after this sequence number, oldest first, without gaps; 0: from the oldest stored event. */
  after?: number | undefined
  /** False leaves the `qrCode` of each payment empty, which saves a third of the bytes. Default: true. */
  qrCode?: boolean | undefined
}

export type WebhookQuery = ListQuery & {
  /** Those in this state. `failing`: enabled, but not accepted at present. `given_up`: turned off by the checkout. */
  state?: 'failing' | 'given_up' | undefined
}

export type DeliveryQuery = ListQuery & {
  /** Those in this state. */
  state?: DeliveryState | undefined
  /** Id of an event (evt_...), or a type such as payment.completed. */
  event?: string | undefined
  /** Those of events of this type. */
  eventType?: EventType | undefined
  /** HTTP status of the last answer; none: there was none. */
  status?: DeliveryStatusClass | undefined
  /** Created at or after this ISO 8601 time. */
  created_gte?: string | undefined
  /** Created before this ISO 8601 time. */
  created_lt?: string | undefined
}

export type SettlementQuery = ListQuery & {
  /** Those with this status. */
  status?: SettlementStatus | undefined
  /** Created at or after this ISO 8601 date or time. */
  startDate?: string | undefined
  /** Created before this ISO 8601 time, or until the end of this date (UTC). */
  endDate?: string | undefined
}

export type OverviewQuery = {
  /** The first day, as 2026-11-01. Default: 29 days before the last one. */
  from?: string | undefined
  /** The last day, included; at most 92 days in all. Default: today. */
  to?: string | undefined
  /** The zone of the days, of the IANA database. Default: the shop's. */
  timeZone?: string | undefined
}

export type KeyQuery = ListQuery & {
  /** Those with this status. */
  status?: ApiKeyStatus | undefined
}

export type RequestQuery = ListQuery & {
  /** A status such as 404, or a class such as 4xx. */
  status?: string | undefined
  /** Those with this HTTP method. */
  method?: RequestMethod | undefined
  /** Id of the key, or of the user, that made them. */
  key?: string | undefined
}

export type AuditFilter = {
  /** Id of a key or a user, command_line, in_process or anonymous. */
  actor?: string | undefined
  /** Id of an object, or a kind of them, such as payment or payment_link. */
  object?: AuditObject | (string & Record<never, never>) | undefined
  /** Those of this operation. */
  operation?: AuditOperation | undefined
  /** Made at or after this ISO 8601 time. */
  created_gte?: string | undefined
  /** Made before this ISO 8601 time. */
  created_lt?: string | undefined
}

export type AuditQuery = ListQuery & AuditFilter
