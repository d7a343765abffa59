/**
 * The API's JSON shapes, types only. Crypto amounts are decimal strings with six fractional digits, and times are ISO
 * 8601 UTC with milliseconds. Values that do not exist yet are null.
 */

export type PaymentStatus = 'created' | 'partially_paid' | 'processing' | 'completed' | 'expired' | 'cancelled'

/** Exceptional facts about a payment, besides its status. */
export type PaymentException = 'underpaid' | 'overpaid' | 'late' | 'multiple' | 'manual' | 'overrefunded'

export type Cryptocurrency = 'USDC' | 'USDT' | 'DAI'
/** The networks of the core, another built-in one such as `base`, or the name that the operator gave an EVM network. */
export type NetworkName = 'stellar' | 'ethereum' | 'polygon' | (string & Record<never, never>)
export type MemoType = 'text'

/** A transfer as a payment shows it. `orphaned`: a reorganisation took it off the chain. */
export type PaymentTransaction = {
  hash: string
  from: string
  amount: string
  cryptocurrency: Cryptocurrency
  network: NetworkName
  status: 'seen' | 'final' | 'orphaned'
  block: number
  seenAt: string
  finalAt: string | null
  explorerUrl: string | null
}

/**
 * Money on Stellar with the payment's memo that waits for the merchant to claim it. It does not count as received. Once
 * claimed, it is an unattributed transfer from `id`.
 */
export type ClaimableBalance = {
  /** The balance's id, B... */
  id: string
  amount: string
  cryptocurrency: Cryptocurrency
  /** Hash of the transaction that created it. */
  hash: string
  explorerUrl: string | null
}

/**
 * A way to pay: a coin on a network. `chosen`: the payment's own fields show it. `open`: its terms were made, so money
 * that comes in it belongs to the payment. `offered`: the payer may choose it; its terms are made then, and null until
 * then. `unavailable`: it cannot be chosen at present, and `reason` says why. On the payer's page the chosen one has a
 * reason while nobody should pay by it.
 */
export type PaymentMethod = {
  cryptocurrency: Cryptocurrency
  network: NetworkName
  state: 'chosen' | 'open' | 'offered' | 'unavailable'
  reason: 'not_configured' | 'network_not_read' | 'coin_not_offered' | 'wallet_cannot_receive' | null
  /**
   * What identifies the payment in this method. Until its terms are made: what would, as the checkout is configured. Null
   * if its network is not configured.
   */
  recognition: Recognition | null
  /** Price of one coin in the fiat currency. */
  rate: string | null
  /** The amount to pay in this method, exact to the last digit. */
  cryptoAmount: string | null
  address: string | null
  memo: string | null
  memoType: MemoType | null
  /** ERC-681 or SEP-7. */
  paymentUri: string | null
  amountReceived: string | null
  amountDue: string | null
}

/** A way to pay that the checkout is configured for, whatever a payment offers. */
export type ConfiguredMethod = Pick<PaymentMethod, 'cryptocurrency' | 'network' | 'reason' | 'recognition'> & {
  /** The network's name for people. */
  networkTitle: string
  state: 'offered' | 'unavailable'
  /** The wallet of the settings on this network; null if there is none. */
  merchantWallet: string | null
}

/** The ways to pay of this environment, in the order of its configuration. */
export type ConfiguredMethods = { object: 'payment_methods'; methods: ConfiguredMethod[]; livemode: boolean }

/** A line of an order: so many things at a price each. */
export type LineItem = {
  name: string
  quantity: number
  /** Price of one in the payment's currency; printed with its decimals, two at least. Negative for a discount. */
  unitAmount: number
  imageUrl: string | null
}

export type Payment = {
  id: string
  object: 'payment'
  status: PaymentStatus
  /** Price in the fiat currency; printed with its decimals, two at least. */
  amount: number
  /** ISO 4217 code. */
  currency: string
  /** The amount to pay, exact to the last digit. */
  cryptoAmount: string
  cryptocurrency: Cryptocurrency
  network: NetworkName
  /** The hosted payment page. */
  url: string
  /** The same address for programs, which pay there by x402; null if no method of the payment can be paid so. */
  x402Url: string | null
  /** The QR code, a PNG as a data URI. */
  qrCode: string
  expiresAt: string
  createdAt: string
  redirectUrl: string | null
  webhookUrl: string | null
  metadata: Record<string, unknown>
  /** What is paid for, on one line. */
  description: string | null
  /** The merchant's order number. */
  reference: string | null
  /** What is bought. Their sum is the amount, unless there are none. */
  lineItems: LineItem[]
  /** Where a payer goes who does not pay. */
  cancelUrl: string | null
  /** Id of the payment of the same order that this one replaced. */
  supersedes: string | null
  /** Id of the payment of the same order that replaced this one. */
  supersededBy: string | null
  merchantWallet: string
  /** The address to pay to. */
  address: string
  memo: string | null
  memoType: MemoType | null
  /** ERC-681 or SEP-7. */
  paymentUri: string
  amountReceived: string
  /** The amount that is still missing, exact to the last digit; zero when enough was received. */
  amountDue: string
  amountRefunded: string
  exceptions: PaymentException[]
  /** The ways to pay, in the merchant's order: the default one, and the alternatives. The payer chooses one. */
  methods: PaymentMethod[]
  /** The newest transfers, at most 20. Those below the least amount are included only if there is room. */
  transactions: PaymentTransaction[]
  /** How many transfers there are; `GET /transfers?payment=` lists them all. */
  transactionCount: number
  /**
   * Progress of the newest transfer towards finality; null while there is no transfer. Whatever it says, only
   * `completed` is final.
   */
  confirmations: Confirmations | null
  claimable: ClaimableBalance[]
  /** Price of one coin in the fiat currency. */
  rate: string
  livemode: boolean
  completedAt: string | null
  cancelledAt: string | null
  settlement: string | null
  /** Id of the payment link whose page made it. */
  paymentLink: string | null
  /** The signed receipt, a compact JWS. Null until the payment is completed. */
  receipt: string | null
  /** The receipt's page, for mails to the payer. Null without a receipt. */
  receiptUrl: string | null
}

/** Whether a payment link makes payments, and otherwise why not. */
export type PaymentLinkStatus = 'active' | 'inactive' | 'expired' | 'exhausted'

/** A page that makes a payment each time that a payer asks for one. */
export type PaymentLink = {
  id: string
  object: 'payment_link'
  /** The page. `/qr` below it is a code of it to print. */
  url: string
  status: PaymentLinkStatus
  /** Whether it is turned on. */
  active: boolean
  title: string
  description: string | null
  /** Price of each payment; null where the payer enters an amount. Printed as a payment's price, as the bounds are. */
  amount: number | null
  minimum: number | null
  maximum: number | null
  /** What the payer's field contains at first. */
  preset: number | null
  /** ISO 4217 code. */
  currency: string
  lineItems: LineItem[]
  cryptocurrency: Cryptocurrency
  network: NetworkName
  merchantWallet: string
  /** As they were given. A wallet that is null is found when a payment is made. */
  alternatives: 'all' | { cryptocurrency: Cryptocurrency; network: NetworkName; merchantWallet: string | null }[]
  /** The number of its payments that may be open or paid. */
  limit: number | null
  /** The number of payments that it has made, paid or not. */
  paymentCount: number
  /** The number of its payments that are open or paid. `limit` counts these. */
  takenCount: number
  redirectUrl: string | null
  metadata: Record<string, unknown>
  expiresAt: string | null
  createdAt: string
  livemode: boolean
}

/** The parts of a payment link that anyone with its id may see: `GET {link_url}/status`. */
export type PublicPaymentLink = Pick<
  PaymentLink,
  | 'id'
  | 'status'
  | 'title'
  | 'description'
  | 'amount'
  | 'minimum'
  | 'maximum'
  | 'preset'
  | 'currency'
  | 'lineItems'
  | 'cryptocurrency'
  | 'network'
  | 'livemode'
> & {
  /** The network's name for people. */
  networkTitle: string
  /** Its colour, in CSS. */
  networkColour: string
  /** Whether the payer can choose another coin or network for the payment. */
  offersChoice: boolean
  merchantName: string
  /** The address of an image, PNG, WebP or JPEG. */
  merchantLogo: string | null
  supportEmail: string | null
  supportUrl: string | null
}

/** What identifies a payment among the others to its wallet: an amount of its own, a memo, or an address of its own. */
export type Recognition = 'amount' | 'memo' | 'address'

/** The parts of a payment that anyone with its id may see: `GET {pay_url}/<id>/status`. */
export type PublicPayment = Pick<
  Payment,
  | 'id'
  | 'status'
  | 'amount'
  | 'currency'
  | 'cryptoAmount'
  | 'cryptocurrency'
  | 'network'
  | 'address'
  | 'memo'
  | 'memoType'
  | 'paymentUri'
  | 'amountReceived'
  | 'amountDue'
  | 'expiresAt'
  | 'createdAt'
  | 'exceptions'
  | 'transactions'
  | 'transactionCount'
  | 'confirmations'
  | 'claimable'
  | 'livemode'
  | 'description'
  | 'reference'
  | 'lineItems'
> & {
  /** The network's name for people. */
  networkTitle: string
  /** Its colour, in CSS. */
  networkColour: string
  /** The network as exchanges name it in their forms. */
  exchangeNetwork: string
  /** The ways to pay, in the merchant's order. The payer chooses: `POST {pay_url}/<id>/method`. */
  methods: (PaymentMethod & { networkTitle: string })[]
  recognition: Recognition
  serverTime: string
  /** Misdirected money that was probably meant for this payment: at most three transfers. They pay nothing. */
  misdirected: MisdirectedTransfer[]
  /** Transactions that were named for this payment and are not in `transactions`: at most three, the newest first. */
  reported: ReportedTransaction[]
  /** A transfer that names no payment, if this is the only open one that it fits. It pays nothing. */
  unnamed: UnnamedTransfer | null
  merchantName: string
  /** The address of an image, PNG, WebP or JPEG. */
  merchantLogo: string | null
  supportEmail: string | null
  supportUrl: string | null
  /** Null until the payment is completed. */
  redirectUrl: string | null
  /** Where the page leads a payer who does not pay; null once the full amount is on the chain. */
  cancelUrl: string | null
  /** The page of the payment that replaced this one; null if none did. */
  supersededByUrl: string | null
  /** Whether payers may name a transaction by hand, and prove that they sent it. */
  claims: 'on' | 'off'
  /** False while the network has not been read for 15 minutes. */
  networkHealthy: boolean
  /**
   * True while nothing becomes final: fewer than `witnesses` nodes have answered for 15 seconds, or the network stalls.
   * Payments then stay open or in processing, and `confirmations.expectedAt` is null.
   */
  confirmationsDelayed: boolean
}

/** A payment that a payer made by a link, with its page: `POST {link_url}/payments`. */
export type PaymentByLink = PublicPayment & Pick<Payment, 'url'>

/** How far a transfer is from being final. */
export type Confirmations = {
  /** Blocks, its own included, and at most as many as are required. */
  seen: number
  /** Blocks that make it final, at the network's present distance to the final block. */
  required: number
  /** Since its block was closed, by the network's own clock; null when it is final. */
  seconds: number | null
  /** When it should be final; null when it is, or when the time cannot be estimated. */
  expectedAt: string | null
}

/** A transfer to the payment's address in another coin, on another network, or in a transaction that was reported. */
export type MisdirectedTransfer = Pick<
  Transfer,
  'hash' | 'from' | 'amount' | 'cryptocurrency' | 'network' | 'explorerUrl'
> & {
  networkTitle: string
  /** Whether it would count for this payment if its sender signed for it (`/pay/<id>/claims/challenge`). */
  provable: boolean
}

/** The text by whose signature an account says for which payment it sent a transfer: `POST {pay_url}/<id>/claims/challenge`. */
export type ClaimChallenge = {
  object: 'claim_challenge'
  payment: string
  hash: string
  /** The account that sent the transfer. */
  from: string
  /** A personal message on EVM networks, a signed message on Stellar. */
  standard: 'EIP-191' | 'SEP-53'
  message: string
  /** When the server stops accepting its signature. */
  expiresAt: string
}

/**
 * A transaction that was named for a payment. `sent`: a wallet or the checkout sent it, and no reading has shown it yet.
 * `claimed`: the payer named it, and no reading has shown it yet. `unrelated`: the payer named it, and it brought this
 * payment nothing: it pays another one, or is older than this one.
 */
export type ReportedTransaction = {
  hash: string
  reportedAt: string
  explorerUrl: string | null
  status: 'sent' | 'claimed' | 'unrelated'
}

/** A transfer whose payer is asked for. It has no hash, so that only its sender can name it. */
export type UnnamedTransfer = Pick<Transfer, 'amount' | 'cryptocurrency'> & { blockTime: string }

/** The data that a page needs to let a payer's wallet pay: `GET {pay_url}/<id>/wallet`. */
export type WalletTerms = {
  /** The payment's chain as wallets add it; null if it is not an EVM chain, or not configured any more. */
  chain: {
    /** EIP-155. */
    id: number
    name: string
    nativeCurrency: { name: string; symbol: string; decimals: number }
    /** Public nodes; empty if the checkout knows none. */
    rpcUrls: string[]
    explorerUrl: string | null
    /** Whether coins have a value there: it is the public chain of a built-in network. */
    hasValue: boolean
  } | null
  /** Names the network in links of wallets: SLIP-44, or Trust Wallet's own number. */
  coinType: number
  /** The merchant's project at WalletConnect; null if there is none. */
  walletConnectProjectId: string | null
  /**
   * Whether a payer may sign instead of sending (`/pay/<id>/authorization`). `pending`: a payer has signed, and the
   * payment is being sent. Null if its payer has to send it.
   */
  gasless: 'offered' | 'pending' | null
}

/** With which methods of a payment an account could pay: `POST {pay_url}/<id>/funds`. */
export type AccountFunds = {
  methods: {
    cryptocurrency: Cryptocurrency
    network: NetworkName
    /** Whether the account has enough of the coin, or about enough where the method is not open yet. */
    covers: boolean
    /** Whether the checkout may pay the network's fee. */
    gasless: boolean
  }[]
}

/** Input of `eth_signTypedData_v4` (EIP-712). */
export type TypedData = {
  domain: { name?: string; version?: string; chainId?: string; verifyingContract?: string; salt?: string }
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, string>
}

/** A payment that its payer has signed and that the checkout sends: `POST {pay_url}/<id>/authorizations`. */
export type Authorization = {
  object: 'authorization'
  payment: string
  from: string
  amount: string
  cryptocurrency: string
  network: string
  nonce: string
  /** `used`: it is on the chain, finally. `failed`: the payment can still be paid in another way. */
  status: 'pending' | 'used' | 'failed'
  /** Why it failed. */
  reason: string | null
  hash: string | null
  validBefore: string
  createdAt: string
}

/** The transaction that a payer's wallet signs: `POST {pay_url}/<id>/stellar/transaction`. */
export type UnsignedTransaction = {
  xdr: string
  networkPassphrase: string
  /** Send it back with the signed transaction; null if none is needed. */
  seal: string | null
}

/** Another asset that an account can pay with now. */
export type OfferedAsset = {
  /** In SEP-11's form: `native` is XLM, others are `CODE:ISSUER`. The assets of the path have the same form. */
  asset: string
  /** The most that it can cost, with up to seven fractional digits. */
  max: string
  path: string[]
}

/** `POST {pay_url}/<id>/stellar/assets`: the other assets that an account can pay with, at most five. */
export type OfferedAssets = { assets: OfferedAsset[] }

/** A transfer to a watched wallet of a configured coin, or of one that is mistaken for it. */
export type Transfer = {
  id: string
  object: 'transfer'
  network: NetworkName
  cryptocurrency: Cryptocurrency | 'USDC.e' | 'USDbC'
  hash: string
  from: string
  to: string
  amount: string
  /** The amount as the token's integer. */
  rawAmount: string
  status: 'seen' | 'final' | 'orphaned'
  /** The payment it pays; null while unattributed. */
  payment: string | null
  /** Only while unattributed: the payment whose own address it went to. A hint and no proof. */
  suggestedPayment: string | null
  /**
   * Only while unattributed: the payments whose pages named the transaction, first ones first, at most 20. Anyone can name
   * a transaction there.
   */
  namedBy: string[]
  /**
   * Who assigned it to its payment: the merchant, the operator, its `sender` by a signature, or the checkout because of a
   * payer's `authorization` to pay without gas. Null if it was recognised by itself, or is unattributed.
   */
  assignedBy: 'merchant' | 'operator' | 'sender' | 'authorization' | null
  memo: string | null
  blockNumber: number
  blockTime: string
  seenAt: string
  finalAt: string | null
  explorerUrl: string | null
  /**
   * Only in `transfer.unattributed` for a transfer below the least amount: the sum and the number of all such transfers
   * to the wallet since the last event about them, including this one. Null otherwise.
   */
  dust: { amount: string; transfers: number } | null
}

export type RefundStatus = 'pending' | 'submitted' | 'completed' | 'failed' | 'cancelled'

/** The signature that a refund waits for, by the merchant's wallet. */
export type SignAction = {
  type: 'sign'
  /** A page on which a wallet in the browser signs it. It also shows what to send by hand. */
  url: string
  /** For wallets that take a link or code: ERC-681 or SEP-7. */
  uri: string
  /** Input of `eth_sendTransaction`, with the chain's number (EIP-155); null on Stellar. */
  call: { chainId: number; from: string; to: string; data: string; value: '0x0' } | null
}

/** The destination that a refund waits for, from the payer. */
export type CollectAction = {
  type: 'collect_destination'
  /** The page for it. Its holder decides, once. It is shown when the refund is created, and never again. */
  url: string | null
}

/** The action that a refund needs before it can be paid. */
export type RefundAction = CollectAction | SignAction

/** The transfer that pays a refund. */
export type RefundTransaction = {
  hash: string
  from: string
  status: 'seen' | 'final'
  block: number
  explorerUrl: string | null
}

export type Refund = {
  id: string
  object: 'refund'
  paymentId: string
  /** In the payment's currency; printed with its decimals, two at least. */
  amount: number
  currency: string
  /** The amount that leaves the sender, at the payment's own rate. */
  cryptoAmount: string
  /** The amount that reached the recipient: less if the coin takes a fee. Null until a transfer is seen. */
  cryptoAmountArrived: string | null
  cryptocurrency: Cryptocurrency
  network: NetworkName
  destination: string | null
  destinationMemo: string | null
  reason: string | null
  status: RefundStatus
  /** Null if no action is needed. */
  nextAction: RefundAction | null
  /** Null until its transfer is seen. */
  transaction: RefundTransaction | null
  /** Why it failed. */
  failure: string | null
  createdAt: string
  completedAt: string | null
  /** The signed receipt, a compact JWS. Null until the refund is completed. */
  receipt: string | null
  /** The receipt's page, for mails to the payer. Null without a receipt. */
  receiptUrl: string | null
}

export type EventType =
  | 'payment.created'
  | 'payment.partially_paid'
  | 'payment.processing'
  | 'payment.completed'
  | 'payment.expired'
  | 'payment.cancelled'
  | 'payment.late'
  | 'payment.overpaid'
  | 'payment.reverted'
  | 'payment.refunded'
  | 'payment.method_changed'
  | 'settlement.created'
  | 'settlement.completed'
  | 'settlement.failed'
  | 'transfer.unattributed'
  | 'transfer.assigned'
  | 'refund.created'
  | 'refund.destination_received'
  | 'refund.submitted'
  | 'refund.completed'
  | 'refund.failed'
  | 'refund.cancelled'
  | 'delivery.failed'
  | 'webhook.disabled'
  | 'webhook.ping'
  | 'wallet.refused'
  | 'wallet.shared'
  | 'wallet.given'

type ObjectOf<Type extends EventType> = Type extends `payment.${string}`
  ? Payment
  : Type extends `transfer.${string}`
    ? Transfer
    : Type extends `refund.${string}`
      ? Refund
      : Type extends `settlement.${string}`
        ? Settlement
        : Type extends `wallet.${string}`
          ? Wallet
          : Type extends `delivery.${string}`
            ? Delivery
            : Webhook

/** A change, with the resource as it was then. */
export type EventOf<Type extends EventType> = {
  id: string
  object: 'event'
  type: Type
  createdAt: string
  livemode: boolean
  /** Counts without gaps per merchant and environment. */
  sequence: number
  data: { object: ObjectOf<Type> }
}

/** An event whose type determines its object: events with one kind of object, or all events. */
export type Event<Object = Payment | Transfer | Refund | Settlement | Webhook | Delivery | Wallet> = {
  [Type in EventType]: ObjectOf<Type> extends Object ? EventOf<Type> : never
}[EventType]

/** A merchant's access to a wallet, in the events `wallet.refused`, `wallet.shared` and `wallet.given`. */
export type Wallet = {
  /** The kind of network and the address, such as `eip155:0xf39F...`. */
  id: string
  object: 'wallet'
  address: string
  /** The networks of this environment where it can be paid: one key has the address on all of them. */
  networks: NetworkName[]
  /** `owner`: also sees its unattributed transfers; `shared`: may name it; `refused`: may not name it. */
  access: 'owner' | 'shared' | 'refused'
  livemode: boolean
}

/** The text that a wallet signs to let a merchant name it. */
export type WalletChallenge = {
  object: 'wallet_challenge'
  network: NetworkName
  address: string
  /** How the wallet signs the text: as a personal message, or as a signed message on Stellar. */
  standard: 'EIP-191' | 'SEP-53'
  /** The text to sign, to the byte. */
  message: string
  /** When the server stops accepting its signature. */
  expiresAt: string
  livemode: boolean
}

/** A URL of the merchant that gets events: https://www.standardwebhooks.com */
export type Webhook = {
  id: string
  object: 'webhook'
  url: string
  description: string | null
  /** Types, and patterns such as `payment.*` and `*`. */
  events: string[]
  status: 'enabled' | 'disabled'
  /** `gone`: it answered 410; `failing`: it has only failed for five days; `manual`: the merchant disabled it. */
  disabledReason: 'failing' | 'gone' | 'manual' | null
  disabledAt: string | null
  livemode: boolean
  createdAt: string
}

/** The answer of creation and rotation. The secret is shown only once. */
export type WebhookWithSecret = Webhook & { secret: string }

/**
 * `POST /merchant/webhook_secret/rotate`: the secret that signs for payments' own `webhookUrl`. It is shown only once.
 */
export type WebhookSecret = { object: 'webhook_secret'; secret: string; livemode: boolean; createdAt: string }

export type SettlementSchedule = {
  frequency: 'daily' | 'weekly' | 'monthly' | 'manual'
  /** Local time in `timeZone` as `HH:MM`; null only if periods are closed by hand. */
  time: string | null
  /** Null unless weekly. */
  weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null
  /** Null unless monthly. Shorter months use their last day. */
  dayOfMonth: number | null
  /** A name from the IANA database. */
  timeZone: string
}

export type SettlementStatus = 'pending' | 'completed' | 'failed'

/** The payout of payments to one wallet in one coin: already paid there by the payers, or swept to it. */
export type Settlement = {
  id: string
  object: 'settlement'
  status: SettlementStatus
  network: NetworkName
  /** The coin that was received. */
  cryptocurrency: Cryptocurrency
  amount: string
  /** The coin that was settled. It is `cryptocurrency`, because nothing is converted yet. */
  settlementCurrency: Cryptocurrency
  /** The cost of sending it, in the chain's own coin; zero if nothing was sent. */
  feeAmount: string
  feeCurrency: string
  /** The merchant's wallet. */
  destination: string
  /** `direct`: the payers sent it to the wallet; `deposit`: it is swept there from the payments' own addresses. */
  method: 'direct' | 'deposit'
  paymentCount: number
  periodStart: string
  /** Payments that completed before this time are in it. */
  periodEnd: string
  /** Hashes; for `direct` payments only the first hundred. */
  transactions: string[]
  /** Why it failed; null unless it did. */
  failure: string | null
  /** The link to its payments as CSV, valid for seven days. */
  reportUrl: string
  livemode: boolean
  createdAt: string
  completedAt: string | null
}

/** The rules for payments that a merchant may choose. */
export type PaymentPolicy = {
  /** What becomes of money that comes after the end of a payment. A payment keeps the rule that it was made with. */
  latePayments: 'review' | 'accept'
  /** The part of an amount that may be missing, such as 0.01. A payment keeps the rule that it was made with. */
  underpaymentTolerance: number
  /** Whether payers may say that they have paid, and prove it. */
  claims: 'on' | 'off'
}

/** What the operator of the server has configured for all merchants. */
export type CheckoutPolicy = PaymentPolicy & {
  /** Transfers of fewer coins are summed, and make no event by themselves. */
  minTransfer: string
  /** How long events and ended deliveries are kept. */
  retentionDays: number
}

/** A merchant's settings in an environment, with the rules in force: the merchant's own, or else the operator's. */
export type MerchantSettings = PaymentPolicy & {
  /** The merchant's id. */
  id: string
  object: 'merchant_settings'
  settlementCurrency: Cryptocurrency
  settlementSchedule: SettlementSchedule
  /** The wallets of payments' alternatives, by network. */
  wallets: Record<string, string>
  /** The operator's: what is in force for merchants that chose nothing, and what they cannot choose. */
  policy: CheckoutPolicy
  livemode: boolean
  /** Null until the first change. */
  updatedAt: string | null
}

export type Merchant = {
  id: string
  object: 'merchant'
  name: string
  /** `#0a7d4f`: the colour of the payment page; null for the checkout's own. */
  accent: string | null
  /** The address of an image, PNG, WebP or JPEG. It changes with the content. */
  logo: string | null
  /** Where payers find help. */
  supportEmail: string | null
  /** Where payers find help. */
  supportUrl: string | null
  /** Determines production's rate limit; the sandbox has its own. */
  plan: 'starter' | 'business'
  livemode: boolean
  settings: MerchantSettings
  createdAt: string
}

/** What a key or a role may do. A `:write` includes all others of its resource. */
export type Scope =
  | 'payments:read'
  | 'payments:create'
  | 'payments:write'
  | 'payment_links:read'
  | 'payment_links:write'
  | 'transfers:read'
  | 'transfers:write'
  | 'refunds:read'
  | 'refunds:write'
  | 'settlements:read'
  | 'settlements:write'
  | 'merchant:read'
  | 'merchant:write'
  | 'webhooks:read'
  | 'webhooks:resend'
  | 'webhooks:write'
  | 'events:read'
  | 'keys:read'
  | 'keys:write'
  | 'users:read'
  | 'users:write'
  | 'audit:read'
  | 'networks:read'
  | 'requests:read'

export type ApiKeyStatus = 'active' | 'expired' | 'revoked'

/** The wallets to which a key may have payments paid: any, or those of the settings, which it then cannot change. */
export type KeyWallets = 'any' | 'settings'

/** A pair of a public and a secret key. The secret one is stored as a hash only. */
export type ApiKey = {
  id: string
  object: 'api_key'
  /** Null for a key that has none. */
  name: string | null
  publicKey: string
  /** What it may do; null if everything. */
  scopes: Scope[] | null
  /** Whether unsigned requests are refused. */
  requireSignature: boolean
  wallets: KeyWallets
  /** Only an active key works. */
  status: ApiKeyStatus
  /** Whether it is 90 days old and should be rotated. */
  rotationDue: boolean
  /** `key_...`, `command_line` or `in_process`; null if it is unknown. */
  createdBy: string | null
  livemode: boolean
  createdAt: string
  /** The minute of its last use, known up to a minute late; null if it was never used. */
  lastUsedAt: string | null
  /** When it stops working: it has been rotated. Null if it does not. */
  expiresAt: string | null
  revokedAt: string | null
}

/** The answer of creation and rotation. The secret key is shown only once. */
export type ApiKeyWithSecret = ApiKey & { secretKey: string }

/** What a user may do for a merchant. Each role is a set of scopes. */
export type Role = 'owner' | 'manager' | 'support' | 'accountant' | 'cashier'

/** A person who belongs to a merchant, in both environments. */
export type User = {
  id: string
  object: 'user'
  email: string
  role: Role
  hasPassword: boolean
  passkeyCount: number
  /** When it came to this merchant. */
  createdAt: string
  /** Null if it has never signed in. */
  lastSignedInAt: string | null
}

/** A link that adds a user to a merchant. It works once. */
export type Invitation = {
  id: string
  object: 'invitation'
  /** Null if whoever has the link chooses an address. */
  email: string | null
  role: Role
  /** `usr_...`, `key_...`, `command_line` or `in_process`. */
  invitedBy: string
  createdAt: string
  expiresAt: string
}

/** The answer of creation. The link is shown only once. */
export type InvitationWithUrl = Invitation & { url: string }

/** What users may get by e-mail. `money_to_check`: money that is late, or fits no payment. */
export type NotificationKind = 'payment_completed' | 'money_to_check' | 'refund_to_sign' | 'webhook_failing'

/** What a user gets by e-mail, of all of its merchants. */
export type NotificationSettings = {
  object: 'notification_settings'
  /** Whether the server can send e-mails: its operator has configured `smtp`. */
  available: boolean
  /** The user's own. Nothing else is sent there until a code from it was entered. */
  address: { email: string; confirmed: boolean; codeSentAt: string | null }
  choices: { merchant: string; livemode: boolean; kind: NotificationKind; language: 'en' | 'de' }[]
}

/** Who is signed in, in this browser. */
export type CurrentSession = {
  id: string
  object: 'current_session'
  user: {
    id: string
    email: string
    hasPassword: boolean
    passkeyCount: number
    recoveryCodesLeft: number
  }
  /** Name one in the header `X-Merchant` if there are several. */
  merchants: { id: string; name: string; role: Role; scopes: Scope[] }[]
  /** How the user authenticated last. */
  method: 'password' | 'passkey'
  authenticatedAt: string
  /** From then on sensitive changes are refused with `reauthentication_required`. */
  reauthenticateFrom: string
  createdAt: string
  /** When it ends, unless it is used before. */
  expiresAt: string
}

/** A place where a user is signed in. */
export type SignInSession = {
  id: string
  object: 'session'
  /** Whether it is the one that asks. */
  current: boolean
  method: 'password' | 'passkey'
  address: string
  userAgent: string
  createdAt: string
  /** Known up to a minute late. */
  lastSeenAt: string
  expiresAt: string
}

/** A key in a phone, computer or security key that signs a user in without a password. */
export type Passkey = {
  id: string
  object: 'passkey'
  name: string
  createdAt: string
  lastUsedAt: string | null
}

/** A webhook or payment link that a user made and that is on. `name`: its address or title. */
export type LeftBehind = {
  object: 'webhook' | 'payment_link'
  name: string
  livemode: boolean
}

/** A link by which a user gets new credentials in place of all former ones. It works once. */
export type IssuedReset = {
  user: string
  email: string
  url: string
  expiresAt: string
}

/** An invitation as the holder of its link sees it. */
export type OpenInvitation = {
  object: 'open_invitation'
  /** Null for a link that gives a user new credentials. */
  merchant: { id: string; name: string } | null
  role: Role | null
  /** Whether it makes the first account of this checkout. */
  first: boolean
  /** Null if whoever accepts chooses an address. */
  email: string | null
  /** `existing`: its user signs in first. `reset`: new credentials take the place of all former ones. */
  account: 'new' | 'existing' | 'reset'
  /** For an authenticator app: another one each time, so that nobody who has seen the link knows it. Null if no credentials are needed. */
  totp: TotpEnrolment | null
  expiresAt: string
}

/** A secret for an authenticator app: as base 32, as a URI, and the URI as a QR code in a PNG data URI. */
type TotpSecret = { secret: string; uri: string; qrCode: string }

/** A secret that counts once a code of it was sent with its `enrolment`. */
export type TotpEnrolment = TotpSecret & { object: 'totp_enrolment'; enrolment: string }

/** Ten codes that stand in for those of the app, each once. They are shown only once; null if they did not change. */
export type RecoveryCodes = { recoveryCodes: string[] | null }

export type DeliveryState = 'pending' | 'delivered' | 'failed'

/** The delivery of one event to one receiver. */
export type Delivery = {
  id: string
  object: 'delivery'
  state: DeliveryState
  /** Id of the event, which is the `webhook-id` of each attempt. */
  event: string
  eventType: EventType
  /** Null if the receiver is the payment's own `webhookUrl`. */
  webhook: string | null
  url: string
  payment: string | null
  attemptCount: number
  /** The HTTP status of the last answer; null if there was none. */
  lastStatus: number | null
  /** Null once it is delivered or has failed. */
  nextAttemptAt: string | null
  livemode: boolean
  createdAt: string
  endedAt: string | null
}

/** An attempt to deliver: the request, without signatures, and the response. */
export type DeliveryAttempt = {
  number: number
  startedAt: string
  latencyMs: number
  requestHeaders: Record<string, string>
  /** Null if there was no response. */
  responseStatus: number | null
  /** The first kilobyte, as text. */
  responseBody: string | null
  /** Why there was no response; null if there was one. */
  failure: string | null
}

export type DeliveryWithAttempts = Delivery & { attempts: DeliveryAttempt[] }

/** `POST /webhooks/:id/resend_failed`: how many deliveries will be sent again. */
export type Resent = { object: 'resent'; deliveries: number }

/** The answer to a DELETE. */
export type Deleted<Kind extends string> = { id: string; object: Kind; deleted: true }

export type List<Item> = { object: 'list'; data: Item[]; hasMore: boolean; totalCount: number }

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'rate_limit_error'
  | 'api_error'

export type Problem = {
  error: {
    type: ErrorType
    code: string
    message: string
    param: string | null
    /** Only for `payer_funds_insufficient`: how much of the coin the account lacks. */
    missing?: string
    requestId: string
  }
}
