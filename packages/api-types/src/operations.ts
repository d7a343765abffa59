/** The API's operations as methods, the same in process and in the client, and their inputs; types only. */
import type { AuditEntry, AuditObject, AuditOperation, ReportLink } from './audit.ts'
import type { NetworkStatuses } from './networks.ts'
import type { Overview, OverviewQuery } from './overview.ts'
import type { RequestEntry, RequestMethod } from './requests.ts'
import type {
  ApiKey,
  ApiKeyStatus,
  ApiKeyWithSecret,
  ConfiguredMethods,
  Cryptocurrency,
  Deleted,
  Delivery,
  DeliveryState,
  DeliveryWithAttempts,
  Event,
  EventType,
  Invitation,
  InvitationWithUrl,
  KeyWallets,
  List,
  Merchant,
  MerchantSettings,
  NetworkName,
  Payment,
  PaymentException,
  PaymentLink,
  PaymentStatus,
  Refund,
  RefundAction,
  RefundStatus,
  Resent,
  Role,
  Scope,
  Settlement,
  SettlementSchedule,
  SettlementStatus,
  Transfer,
  User,
  Wallet,
  WalletChallenge,
  Webhook,
  WebhookSecret,
  WebhookWithSecret,
} from './wire.ts'

/** The parameters of every list. */
export type ListQuery = {
  /** Results on a page, 1 to 100. Default: 10. */
  limit?: number | undefined
  /** Id of the last item seen. */
  starting_after?: string | undefined
}

export type PaymentInput = {
  /** Price in the fiat currency: positive, with its decimals in ISO 4217. A number, or a decimal as text such as `'49.90'`. */
  amount: number | string
  /** ISO 4217 code. */
  currency: string
  cryptocurrency: Cryptocurrency | Lowercase<Cryptocurrency>
  network: NetworkName
  /** Where the money goes: an address on the network. */
  merchantWallet: string
  /**
   * Other coins and networks that the payer may choose: at most 11, or all that are configured. A wallet that is left out
   * is the one of the settings, or `merchantWallet` where that is an address.
   */
  alternatives?: 'all' | (MethodInput & { merchantWallet?: string | undefined })[] | undefined
  /** Where the payer goes once the payment is completed. */
  redirectUrl?: string | undefined
  /** Gets this payment's events. */
  webhookUrl?: string | undefined
  /** Seconds until the payment expires, at most 30 days. Default: 1800. */
  expiresIn?: number | string | undefined
  /** Your own data, returned unchanged: at most 50 keys, and 16 KiB as JSON. */
  metadata?: Record<string, unknown> | undefined
  /** What is paid for, shown to the payer: one line of at most 500 characters. */
  description?: string | undefined
  /** Your order number, shown to the payer: at most 100 characters. */
  reference?: string | undefined
  /** What is bought: at most 50 lines, and 16 KiB as JSON. Their sum is the amount. */
  lineItems?: LineItemInput[] | undefined
  /** Where the payer goes who does not pay, before the end and after it. */
  cancelUrl?: string | undefined
  /**
   * Id of a payment with the same `reference` and the status `created`. It is cancelled, and its page leads to the new
   * one.
   */
  supersedes?: string | undefined
}

/** A coin on a network: a method of a payment. */
export type MethodInput = {
  cryptocurrency: Cryptocurrency | Lowercase<Cryptocurrency>
  network: NetworkName
}

export type LineItemInput = {
  /** At most 200 characters. */
  name: string
  /** 1 to 1,000,000. */
  quantity: number | string
  /** Price of one in the payment's currency, with its decimals; negative for a discount. */
  unitAmount: number | string
  imageUrl?: string | null | undefined
}

/** They combine. */
export type PaymentFilter = {
  /**
   * A search: an id (of the payment or a refund), a reference, the description, the hash of a transaction, an address
   * (where to pay, of the wallet or the sender), a memo, an amount in the currency or the coin as people write it, a text
   * or number of the metadata, or a link that names one of these. If nothing is found by the whole, beginnings of values
   * and of their words are tried.
   */
  q?: string | undefined
  status?: PaymentStatus | undefined
  network?: NetworkName | undefined
  cryptocurrency?: Cryptocurrency | Lowercase<Cryptocurrency> | undefined
  exception?: PaymentException | undefined
  /** Ended payments with this exception, whose money was neither accepted nor sent back. */
  unresolved?: 'late' | 'underpaid' | undefined
  /** Your order number. */
  reference?: string | undefined
  /** Id of the payment link whose page made them. */
  paymentLink?: string | undefined
  /** Id of the settlement that contains them. */
  settlement?: string | undefined
  /** Created at or after this ISO 8601 time. */
  created_gte?: string | undefined
  /** Created before this ISO 8601 time. */
  created_lt?: string | undefined
}

export type PaymentQuery = ListQuery & PaymentFilter

/** Either `amount`, or at least `minimum`. */
export type PaymentLinkInput = Pick<
  PaymentInput,
  | 'currency'
  | 'cryptocurrency'
  | 'network'
  | 'merchantWallet'
  | 'alternatives'
  | 'redirectUrl'
  | 'metadata'
  | 'description'
  | 'lineItems'
> & {
  /** What is paid for, shown to the payer: one line of at most 200 characters. */
  title: string
  /** What each payment costs. Without it the payer enters an amount. */
  amount?: number | string | undefined
  /** The least that the payer may enter. */
  minimum?: number | string | undefined
  /** The most that the payer may enter. */
  maximum?: number | string | undefined
  /** What the payer's field contains at first. */
  preset?: number | string | undefined
  /** How many payments it may make, paid or not. Default: without a limit. */
  limit?: number | string | undefined
  /** Seconds until the link expires, at most five years. Default: never. */
  expiresIn?: number | string | undefined
}

export type PaymentLinkChanges = {
  /** Turns the link off and on again. */
  active?: boolean | undefined
  title?: string | undefined
  /** Null: without a limit. */
  limit?: number | string | null | undefined
}

export type TransferQuery = ListQuery & {
  /** `named`: unattributed ones that a payer's page named. */
  status?: 'unattributed' | 'attributed' | 'named' | undefined
  /** Id of the payment that they pay. */
  payment?: string | undefined
  network?: NetworkName | undefined
}

export type AssignInput = {
  paymentId: string
  /** Why, for the audit log: at most 500 characters. */
  reason?: string | undefined
}

export type RefundInput = {
  /** The payment whose money goes back. */
  paymentId: string
  /** In the payment's currency, positive, with its decimals. Default: all that is left. */
  amount?: number | string | undefined
  /** With `network`: the method whose money goes back. Default: the payment's chosen one. */
  cryptocurrency?: Cryptocurrency | Lowercase<Cryptocurrency> | undefined
  network?: NetworkName | undefined
  /**
   * Where the money goes: an address on the payment's network. Default: the account that paid without gas; other payers
   * are asked on a page.
   */
  destination?: string | undefined
  /** The memo that the recipient needs besides the address (Stellar only). */
  destinationMemo?: string | undefined
  /** For your own records, at most 500 characters. */
  reason?: string | undefined
}

export type RefundQuery = ListQuery & {
  paymentId?: string | undefined
  status?: RefundStatus | undefined
  /** Those that wait for the merchant's signature, or for the payer's address. */
  nextAction?: RefundAction['type'] | undefined
  /** Created at or after this ISO 8601 time. */
  created_gte?: string | undefined
  /** Created before this ISO 8601 time. */
  created_lt?: string | undefined
}

export type EventQuery = ListQuery & {
  type?: EventType | undefined
  /** Id of the payment that they are about: its own events, and those of its refunds and transfers. */
  payment?: string | undefined
  /** Events after this sequence number, oldest first, without gaps; 0: from the oldest stored event. */
  after?: number | undefined
}

type FamilyOf<Type> = Type extends `${infer Family}.${string}` ? Family : never

/** The events of a webhook: types, and patterns. */
export type EventPattern = EventType | `${FamilyOf<EventType>}.*` | '*'

export type WebhookInput = {
  /** Where events are posted to; https in production. */
  url: string
  /** Default: `*`. */
  events?: EventPattern[] | undefined
  /** At most 500 characters. */
  description?: string | undefined
}

/** Omitted fields stay unchanged. */
export type WebhookChanges = {
  url?: string | undefined
  events?: EventPattern[] | undefined
  description?: string | null | undefined
  /** Turns deliveries off and on again. */
  enabled?: boolean | undefined
}

export type WebhookQuery = ListQuery & {
  /** `failing`: enabled, but not accepted at present. `given_up`: turned off by the checkout. */
  state?: 'failing' | 'given_up' | undefined
}

/** `since`: deliveries made from this ISO 8601 time on. */
export type SinceInput = { since: string }

/** `none`: the last attempt was not answered. */
export type DeliveryStatusClass = '2xx' | '3xx' | '4xx' | '5xx' | 'none'

export type DeliveryQuery = ListQuery & {
  state?: DeliveryState | undefined
  /** Id of an event (`evt_...`), or a type. */
  event?: string | undefined
  eventType?: EventType | undefined
  /** By the HTTP status of the last answer. */
  status?: DeliveryStatusClass | undefined
  /** Created at or after this ISO 8601 time. */
  created_gte?: string | undefined
  /** Created before this ISO 8601 time. */
  created_lt?: string | undefined
}

export type SettlementQuery = ListQuery & {
  status?: SettlementStatus | undefined
  /** Created at or after this ISO 8601 date or time. */
  startDate?: string | undefined
  /** Created before this ISO 8601 time, or until the end of this date (UTC). */
  endDate?: string | undefined
}

/** What payers see of a merchant, in both environments. Omitted fields stay unchanged, null removes. */
export type MerchantChanges = {
  /** At most 100 characters. */
  name?: string | undefined
  /** `#0a7d4f`: the colour of the payment page. */
  accent?: string | null | undefined
  /**
   * A PNG, WebP or JPEG file in base64, of at most 100 KiB and 2,048 pixels on each side. Its metadata is removed, its
   * colour profile too.
   */
  logo?: string | null | undefined
  supportEmail?: string | null | undefined
  /** https if the server takes real payments. */
  supportUrl?: string | null | undefined
}

/** When settlement periods are closed. Null means the same as omitting a field, so an answer can be sent back. */
export type ScheduleInput = {
  frequency: SettlementSchedule['frequency']
  /** `HH:MM`; required unless manual. */
  time?: string | null | undefined
  /** Only with weekly. Default: monday. */
  weekday?: SettlementSchedule['weekday'] | undefined
  /** Only with monthly, 1 to 31. Default: 1. Months without that day use their last day. */
  dayOfMonth?: number | string | null | undefined
  /** A name from the IANA database. Default: UTC. */
  timeZone?: string | undefined
}

/** Omitted fields stay unchanged; a schedule replaces the whole previous one. */
export type SettingsChanges = {
  settlementCurrency?: Cryptocurrency | undefined
  settlementSchedule?: ScheduleInput | undefined
  /** Wallets by network, for the alternatives of payments. Omitted networks stay unchanged, null removes one. */
  wallets?: Record<string, string | null> | undefined
  /** Of new payments. Null: the operator's rule. */
  latePayments?: 'review' | 'accept' | null | undefined
  /** From 0 to 0.05, with at most six decimals, of new payments. Null: the operator's rule. */
  underpaymentTolerance?: number | null | undefined
  /** At once, for all payments. Null: the operator's rule. `on` is refused where the operator has turned claims off. */
  claims?: 'on' | 'off' | null | undefined
}

export type WalletInput = {
  network: NetworkName
  /** The wallet, as `merchantWallet` names it. */
  address: string
}

export type WalletProof = WalletInput & {
  /** The text of the challenge, unchanged. */
  message: string
  /** EIP-191 in hexadecimal with 0x, or SEP-53 in base64. */
  signature: string
}

export type KeyInput = {
  /** What you call it, on one line of at most 100 characters. */
  name: string
  /** What it may do. Default: everything. A key can give only what it may do itself. */
  scopes?: Scope[] | undefined
  /** Whether unsigned requests are refused. Default: false. */
  requireSignature?: boolean | undefined
  /** The wallets that it may have payments paid to. Default: any, or the settings' ones if you are limited to them. */
  wallets?: KeyWallets | undefined
}

export type RotateInput = {
  /** Seconds for which the old pair still works, at most 30 days. Default: 86400, a day. */
  expireOldIn?: number | string | undefined
}

export type KeyQuery = ListQuery & { status?: ApiKeyStatus | undefined }

/** What changes of a user at a merchant. */
export type UserChanges = {
  /** You cannot give a role that may do more than you. */
  role: Role
}

export type InvitationInput = {
  email: string
  /** You cannot give a role that may do more than you. */
  role: Role
}

export type RequestQuery = ListQuery & {
  /** A status such as `404`, or a class such as `4xx`. */
  status?: string | undefined
  method?: RequestMethod | undefined
  /** Id of the key, or of the user, that made them. */
  key?: string | undefined
}

export type AuditFilter = {
  /** The id of a key or a user, `command_line` or `in_process`. */
  actor?: string | undefined
  /** The id of an object, or a kind of objects such as `webhook`. */
  object?: AuditObject | (string & Record<never, never>) | undefined
  operation?: AuditOperation | undefined
  /** Made at or after this ISO 8601 time. */
  created_gte?: string | undefined
  /** Made before this ISO 8601 time. */
  created_lt?: string | undefined
}

export type AuditQuery = ListQuery & AuditFilter

export type PayInput = {
  /** Default: `exact`. An unknown one is refused with the names of all. */
  scenario?: string | undefined
  /** Coins to send instead, as a decimal string. */
  amount?: string | undefined
  /** An open method of the payment. Default: the chosen one. */
  method?: MethodInput | undefined
}

/** For tests in the sandbox on local networks, over HTTP alone. */
export type TestHelpers = {
  /** Sends real transfers on the local network. */
  pay(id: string, input?: PayInput): Promise<Payment>
  /** Moves the deadline to now. */
  expire(id: string): Promise<Payment>
}

/** The API's operations as methods. They throw the API's refusals as CheckoutError. */
export type Operations = {
  readonly payments: {
    create(input: PaymentInput): Promise<Payment>
    list(query?: PaymentQuery): Promise<List<Payment>>
    /** A link to the same list as CSV. At most 10,000 payments. */
    export(filter?: PaymentFilter): Promise<ReportLink>
    retrieve(id: string): Promise<Payment>
    /** Only while no money was seen. */
    cancel(id: string): Promise<Payment>
    /** Chooses one of its methods. Only while no money was seen. */
    choose(id: string, input: MethodInput): Promise<Payment>
    /** Accepts what was received as enough. */
    accept(id: string): Promise<Payment>
  }
  readonly paymentMethods: {
    /** The coins and networks of this environment, with your wallets. */
    list(): Promise<ConfiguredMethods>
  }
  readonly overview: {
    /** What came in by day, what needs a hand, and what is set up. */
    retrieve(query?: OverviewQuery): Promise<Overview>
  }
  readonly paymentLinks: {
    /** Creates a page that makes payments. */
    create(input: PaymentLinkInput): Promise<PaymentLink>
    list(query?: ListQuery): Promise<List<PaymentLink>>
    retrieve(id: string): Promise<PaymentLink>
    update(id: string, changes: PaymentLinkChanges): Promise<PaymentLink>
  }
  readonly transfers: {
    list(query?: TransferQuery): Promise<List<Transfer>>
    retrieve(id: string): Promise<Transfer>
    /** Assigns an unattributed transfer to a payment. */
    assign(id: string, input: AssignInput): Promise<Transfer>
  }
  readonly refunds: {
    /** Reserves money of a payment for a refund. */
    create(input: RefundInput): Promise<Refund>
    list(query?: RefundQuery): Promise<List<Refund>>
    retrieve(id: string): Promise<Refund>
    /** Only while it is pending. */
    cancel(id: string): Promise<Refund>
  }
  readonly events: {
    /** Newest first; with `after`, oldest first. */
    list(query?: EventQuery): Promise<List<Event>>
    retrieve(id: string): Promise<Event>
  }
  readonly webhooks: {
    /** The answer contains the secret, which is shown only once. */
    create(input: WebhookInput): Promise<WebhookWithSecret>
    list(query?: WebhookQuery): Promise<List<Webhook>>
    retrieve(id: string): Promise<Webhook>
    update(id: string, changes: WebhookChanges): Promise<Webhook>
    delete(id: string): Promise<Deleted<'webhook'>>
    /** Returns a new secret, shown only once; the old one also signs for 24 hours. */
    rotate(id: string): Promise<WebhookWithSecret>
    /** Sends it a `webhook.ping`, whatever its events are. */
    ping(id: string): Promise<Delivery>
    /** Deliveries to it, newest first. */
    deliveries(id: string, query?: DeliveryQuery): Promise<List<Delivery>>
    /** At most 5,000 deliveries in a call. */
    resendFailed(id: string, input: SinceInput): Promise<Resent>
    /** Returns a new secret for payments' own `webhookUrl`; the old one also signs for 24 hours. */
    rotateDefaultSecret(): Promise<WebhookSecret>
  }
  readonly deliveries: {
    /** Deliveries to all webhooks, newest first. */
    list(query?: DeliveryQuery): Promise<List<Delivery>>
    /** Deliveries of its events, newest first. */
    ofPayment(id: string, query?: DeliveryQuery): Promise<List<Delivery>>
    retrieve(id: string): Promise<DeliveryWithAttempts>
    /** Sends it again, at once. */
    resend(id: string): Promise<Delivery>
  }
  readonly settlements: {
    /** Closes the period now. */
    create(): Promise<List<Settlement>>
    list(query?: SettlementQuery): Promise<List<Settlement>>
    retrieve(id: string): Promise<Settlement>
  }
  readonly merchant: {
    retrieve(): Promise<Merchant>
    /** Changes what payers see. In the sandbox only on a server without production networks. */
    update(changes: MerchantChanges): Promise<Merchant>
    updateSettings(changes: SettingsChanges): Promise<MerchantSettings>
  }
  readonly wallets: {
    /** The text that a wallet signs to let this merchant name it; valid for a day. */
    challenge(input: WalletInput): Promise<WalletChallenge>
    /**
     * Lets this merchant name a wallet that signed the text. The merchant becomes the owner, unless the owner has
     * proven the wallet too or the operator has named the owner.
     */
    prove(input: WalletProof): Promise<Wallet>
  }
  readonly requests: {
    /** Requests of the last day, newest first. */
    list(query?: RequestQuery): Promise<List<RequestEntry>>
  }
  readonly networkStatus: {
    /** How the networks are, as the server sees them that answers. */
    retrieve(): Promise<NetworkStatuses>
  }
  readonly keys: {
    /** The answer contains the secret key, which is shown only once. */
    create(input: KeyInput): Promise<ApiKeyWithSecret>
    list(query?: KeyQuery): Promise<List<ApiKey>>
    retrieve(id: string): Promise<ApiKey>
    /** Makes a new pair with the same rights, shown only once. The old one works for a day more, or as long as you say. */
    rotate(id: string, input?: RotateInput): Promise<ApiKeyWithSecret>
    /** The key of the request, whatever its scopes. */
    retrieveOwn(): Promise<ApiKey>
    /** A key cannot revoke itself. */
    revoke(id: string): Promise<ApiKey>
  }
  readonly users: {
    /** Those who belong to the merchant, newest first. */
    list(query?: ListQuery): Promise<List<User>>
    /** Changes the role, at once. Not that of the last owner. */
    update(id: string, changes: UserChanges): Promise<User>
    /** Takes the merchant from a user, at once. Not from the last owner. */
    remove(id: string): Promise<Deleted<'user'>>
  }
  readonly invitations: {
    /** The answer contains the link, which is shown only once. It replaces the open link of the same address. */
    create(input: InvitationInput): Promise<InvitationWithUrl>
    /** Those that still work, newest first. */
    list(query?: ListQuery): Promise<List<Invitation>>
    /** Its link does not work any more. */
    delete(id: string): Promise<Deleted<'invitation'>>
  }
  readonly audit: {
    /** Who changed what, newest first. */
    list(query?: AuditQuery): Promise<List<AuditEntry>>
    /** A link to the same as CSV, valid for an hour: at most 10,000 entries. */
    export(filter?: AuditFilter): Promise<ReportLink>
  }
}
