/**
 * The JSON shapes as they travel, types only. Crypto amounts are decimal strings with six
 * fractional digits, times ISO 8601 UTC with milliseconds; what is not there yet is null.
 */

export type PaymentStatus = 'created' | 'partially_paid' | 'processing' | 'completed' | 'expired' | 'cancelled'

/** What is unusual about a payment, beside its status. */
export type PaymentException = 'underpaid' | 'overpaid' | 'late' | 'multiple' | 'manual' | 'overrefunded'

export type Cryptocurrency = 'USDC' | 'USDT' | 'DAI'
export type NetworkName = 'stellar' | 'ethereum' | 'polygon'
export type MemoType = 'text'

/** A transfer as a payment shows it. `orphaned`: a reorganisation took it off the chain. */
export type PaymentTransaction = {
  hash: string
  from: string
  amount: string
  status: 'seen' | 'final' | 'orphaned'
  block: number
  seenAt: string
  finalAt: string | null
  explorerUrl: string | null
}

/**
 * Money on Stellar with the payment's memo that waits for the merchant to claim it. It counts for nothing; once
 * claimed it is an unattributed transfer from `id`.
 */
export type ClaimableBalance = {
  /** B... */
  id: string
  amount: string
  cryptocurrency: Cryptocurrency
  /** Of the transaction that made it. */
  hash: string
  explorerUrl: string | null
}

export type Payment = {
  id: string
  object: 'payment'
  status: PaymentStatus
  /** Fiat price; printed with two decimals. */
  amount: number
  /** ISO 4217 code. */
  currency: string
  /** What is to be paid, to the last digit. */
  cryptoAmount: string
  cryptocurrency: Cryptocurrency
  network: NetworkName
  /** The hosted payment page. */
  url: string
  /** PNG as a data URI. */
  qrCode: string
  expiresAt: string
  createdAt: string
  redirectUrl: string | null
  webhookUrl: string | null
  metadata: Record<string, unknown>
  merchantWallet: string
  /** Where to pay. */
  address: string
  memo: string | null
  memoType: MemoType | null
  /** ERC-681 or SEP-7. */
  paymentUri: string
  amountReceived: string
  /** What is still to be paid, to the last digit; zero when enough was received. */
  amountDue: string
  amountRefunded: string
  exceptions: PaymentException[]
  /** At most 20: the newest, those of less than the least amount only where there is room. */
  transactions: PaymentTransaction[]
  /** How many there are; `GET /transfers?payment=` lists them all. */
  transactionCount: number
  claimable: ClaimableBalance[]
  /** Fiat for one coin. */
  rate: string
  livemode: boolean
  completedAt: string | null
  cancelledAt: string | null
  settlement: string | null
}

/** What tells a payment from the others to its wallet: an amount of its own, a memo, or an address of its own. */
export type Recognition = 'amount' | 'memo' | 'address'

/** What anybody who holds a payment's id may see: `GET {pay_url}/<id>/status`. */
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
  | 'claimable'
  | 'livemode'
> & {
  recognition: Recognition
  serverTime: string
  /** Progress of the newest transfer towards finality; null while there is none. */
  confirmations: Confirmations | null
  /** Money that went astray, it seems, on its way to this payment: at most three. It pays nothing. */
  misdirected: MisdirectedTransfer[]
  /** What a payer's wallet named and no reading has shown yet: the newest three of the last hour. */
  reported: ReportedTransaction[]
  merchantName: string
  /** Only once completed. */
  redirectUrl: string | null
  /** False while the network has not been read for 15 minutes. */
  networkHealthy: boolean
  /**
   * True while nothing becomes final: for 15 seconds fewer than `witnesses` nodes have answered, or the network stalls. Payments then stay
   * open or in processing, and `confirmations.expectedAt` is null.
   */
  confirmationsDelayed: boolean
}

/** In blocks. `expectedAt`: when the transfer should be final; null when it is, or when nobody can tell. */
export type Confirmations = { seen: number; required: number; expectedAt: string | null }

/** A transfer to the payment's address in another coin, on another network, or in a transaction that was reported. */
export type MisdirectedTransfer = Pick<Transfer, 'hash' | 'amount' | 'cryptocurrency' | 'network' | 'explorerUrl'>

export type ReportedTransaction = { hash: string; reportedAt: string; explorerUrl: string | null }

/** What a page needs to let a payer's wallet pay: `GET {pay_url}/<id>/wallet`. */
export type WalletTerms = {
  /** The payment's chain as wallets add it; null where it is none of theirs (EVM). */
  chain: {
    /** EIP-155. */
    id: number
    name: string
    nativeCurrency: { name: string; symbol: string; decimals: number }
    /** Public nodes; none where the checkout knows none. */
    rpcUrls: string[]
    explorerUrl: string | null
  } | null
  /** The merchant's project at WalletConnect; null where there is none. */
  walletConnectProjectId: string | null
  /**
   * Whether a payer may sign instead of sending (`/pay/<id>/authorization`). `pending`: somebody has signed, and the
   * payment is being sent. Null where it has to be sent by its payer.
   */
  gasless: 'offered' | 'pending' | null
}

/** As `eth_signTypedData_v4` takes it (EIP-712). */
export type TypedData = {
  domain: { name?: string; version?: string; chainId?: string; verifyingContract?: string; salt?: string }
  types: Record<string, { name: string; type: string }[]>
  primaryType: string
  message: Record<string, string>
}

/** A payment that its payer has signed, and that the checkout sends: `POST {pay_url}/<id>/authorizations`. */
export type Authorization = {
  object: 'authorization'
  payment: string
  from: string
  amount: string
  cryptocurrency: string
  network: string
  nonce: string
  /** `used`: it is on the chain, finally. `failed`: the payment can be paid in another way. */
  status: 'pending' | 'used' | 'failed'
  /** Why it failed. */
  reason: string | null
  hash: string | null
  validBefore: string
  createdAt: string
}

/** What a payer's wallet is to sign: `POST {pay_url}/<id>/stellar/transaction`. */
export type UnsignedTransaction = {
  xdr: string
  networkPassphrase: string
  /** Comes back with what was signed; null where none is needed. */
  seal: string | null
}

/** Another asset that an account can pay with now. */
export type OfferedAsset = {
  /** As SEP-11 writes it: `native` is XLM, others are `CODE:ISSUER`. So are those of the path. */
  asset: string
  /** The most that it would cost, with up to seven fractional digits. */
  max: string
  path: string[]
}

/** `POST {pay_url}/<id>/stellar/assets`: what else an account can pay with, five at most. */
export type OfferedAssets = { assets: OfferedAsset[] }

/** A transfer of a configured coin to a watched wallet, or of one that is taken for it. */
export type Transfer = {
  id: string
  object: 'transfer'
  network: NetworkName
  cryptocurrency: Cryptocurrency | 'USDC.e'
  hash: string
  from: string
  to: string
  amount: string
  /** The token's own integer. */
  rawAmount: string
  status: 'seen' | 'final' | 'orphaned'
  /** The payment it pays; null while unattributed. */
  payment: string | null
  /**
   * While it pays none: the payment whose own address it went to, or whose page alone named the transaction. A page is a
   * hint and no proof, because anybody may name a transaction there.
   */
  suggestedPayment: string | null
  /** While it pays none: the payments whose pages named the transaction, the first ones first, at most 20. */
  namedBy: string[]
  memo: string | null
  blockNumber: number
  blockTime: string
  seenAt: string
  finalAt: string | null
  explorerUrl: string | null
  /**
   * In `transfer.unattributed` of a transfer below the least amount: the sum and the number of all such transfers to
   * the wallet since the last event about them, this one included. Null otherwise.
   */
  dust: { amount: string; transfers: number } | null
}

export type RefundStatus = 'pending' | 'submitted' | 'completed' | 'failed' | 'cancelled'

/** What the merchant's wallet is to sign, while a refund waits for it. */
export type SignAction = {
  type: 'sign'
  /** A page on which a wallet in the browser signs it, and that says what to send by hand. */
  url: string
  /** As wallets take it by link or code: ERC-681 or SEP-7. */
  uri: string
  /** As `eth_sendTransaction` takes it, with the chain's number (EIP-155); null on Stellar. */
  call: { chainId: number; from: string; to: string; data: string; value: '0x0' } | null
}

/** The payer is to say where a refund goes. */
export type CollectAction = {
  type: 'collect_destination'
  /** The page for it. Whoever has it decides, once; told when the refund is created, and never again. */
  url: string | null
}

/** What has to happen before a refund can be paid. */
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
  /** In the payment's currency; printed with two decimals. */
  amount: number
  currency: string
  /** What leaves the sender, at the payment's own rate. */
  cryptoAmount: string
  /** What came to the recipient: less where the coin takes a fee. Null until a transfer is seen. */
  cryptoAmountArrived: string | null
  cryptocurrency: Cryptocurrency
  network: NetworkName
  destination: string | null
  destinationMemo: string | null
  reason: string | null
  status: RefundStatus
  /** Null where nothing is to be done. */
  nextAction: RefundAction | null
  /** Null until a transfer of it is seen. */
  transaction: RefundTransaction | null
  /** Why it failed. */
  failure: string | null
  createdAt: string
  completedAt: string | null
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
  | 'settlement.created'
  | 'settlement.completed'
  | 'settlement.failed'
  | 'transfer.unattributed'
  | 'transfer.assigned'
  | 'refund.created'
  | 'refund.submitted'
  | 'refund.completed'
  | 'refund.failed'
  | 'refund.cancelled'
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
          : Webhook

/** A change that happened, with the resource as it was then. */
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

/** An event whose type tells what its object is: of those with an object of one kind, or of all. */
export type Event<Object = Payment | Transfer | Refund | Settlement | Webhook | Wallet> = {
  [Type in EventType]: ObjectOf<Type> extends Object ? EventOf<Type> : never
}[EventType]

/** What a merchant may do with a wallet. Events have it: `wallet.refused`, `wallet.shared` and `wallet.given`. */
export type Wallet = {
  /** The kind of network and the address, such as `eip155:0xf39F...`. */
  id: string
  object: 'wallet'
  address: string
  /** Where it can be paid to in this environment: the address is one key on all of them. */
  networks: NetworkName[]
  /** `owner`: sees its unattributed transfers too; `shared`: may name it; `refused`: may not. */
  access: 'owner' | 'shared' | 'refused'
  livemode: boolean
}

/** The text by whose signature a wallet lets a merchant name it. */
export type WalletChallenge = {
  object: 'wallet_challenge'
  network: NetworkName
  address: string
  /** How the wallet signs the text: as a personal message, or as a signed message on Stellar. */
  standard: 'EIP-191' | 'SEP-53'
  /** The text to sign, to the byte. */
  message: string
  /** Until when its signature is taken. */
  expiresAt: string
  livemode: boolean
}

/** A URL of the merchant's that is told of events: https://www.standardwebhooks.com */
export type Webhook = {
  id: string
  object: 'webhook'
  url: string
  description: string | null
  /** Types, and patterns such as `payment.*` and `*`. */
  events: string[]
  status: 'enabled' | 'disabled'
  /** `gone`: it answered 410; `failing`: nothing else for five days; `manual`: the merchant did. */
  disabledReason: 'failing' | 'gone' | 'manual' | null
  disabledAt: string | null
  livemode: boolean
  createdAt: string
}

/** The answer of creation and rotation: the secret is told once. */
export type WebhookWithSecret = Webhook & { secret: string }

/** `POST /merchant/webhook_secret/rotate`: what payments' own `webhookUrl` is signed with. Told once. */
export type WebhookSecret = { object: 'webhook_secret'; secret: string; livemode: boolean; createdAt: string }

export type SettlementSchedule = {
  frequency: 'daily' | 'weekly' | 'monthly' | 'manual'
  /** `HH:MM` on the clocks of `timeZone`; null only where nothing is closed by itself. */
  time: string | null
  /** Null unless weekly. */
  weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null
  /** Null unless monthly. In shorter months the last day is meant. */
  dayOfMonth: number | null
  /** A name of the IANA database. */
  timeZone: string
}

export type SettlementStatus = 'pending' | 'completed' | 'failed'

/** The payout of payments to one wallet in one coin: what was paid there already, or what is swept to it. */
export type Settlement = {
  id: string
  object: 'settlement'
  status: SettlementStatus
  network: NetworkName
  /** The coin that was received, whatever `settlementCurrency` is. */
  cryptocurrency: Cryptocurrency
  amount: string
  /** As the merchant's settings had it at the end of the period. */
  settlementCurrency: Cryptocurrency
  /** What sending it cost, in the chain's own coin; zero where nothing was sent. */
  feeAmount: string
  feeCurrency: string
  /** The merchant's wallet. */
  destination: string
  /** `direct`: the payers sent it to the wallet; `deposit`: it is swept there from the payments' own addresses. */
  method: 'direct' | 'deposit'
  paymentCount: number
  periodStart: string
  /** What was completed before is in it. */
  periodEnd: string
  /** Hashes, of `direct` payments the first hundred. */
  transactions: string[]
  /** Why it failed; null unless it did. */
  failure: string | null
  /** Its payments as CSV, good for seven days. */
  reportUrl: string
  livemode: boolean
  createdAt: string
  completedAt: string | null
}

/** Of a merchant in an environment. */
export type MerchantSettings = {
  /** The merchant's. */
  id: string
  object: 'merchant_settings'
  settlementCurrency: Cryptocurrency
  settlementSchedule: SettlementSchedule
  livemode: boolean
  /** Null until they are changed for the first time. */
  updatedAt: string | null
}

export type Merchant = {
  id: string
  object: 'merchant'
  name: string
  /** What production's rate limit is by; the sandbox has its own. */
  plan: 'starter' | 'business'
  livemode: boolean
  settings: MerchantSettings
  createdAt: string
}

export type DeliveryState = 'pending' | 'delivered' | 'failed'

/** One event on its way to one receiver. */
export type Delivery = {
  id: string
  object: 'delivery'
  state: DeliveryState
  /** Id of the event: the `webhook-id` of each attempt. */
  event: string
  eventType: EventType
  /** Null: the receiver is the payment's own `webhookUrl`. */
  webhook: string | null
  url: string
  payment: string | null
  attemptCount: number
  /** Null once it is delivered or given up. */
  nextAttemptAt: string | null
  livemode: boolean
  createdAt: string
  endedAt: string | null
}

/** An attempt to deliver: what was sent, without signatures, and what came back. */
export type DeliveryAttempt = {
  number: number
  startedAt: string
  latencyMs: number
  requestHeaders: Record<string, string>
  /** Null where there was no answer. */
  responseStatus: number | null
  /** The first kilobyte, as text. */
  responseBody: string | null
  /** Why there was no answer; null where there was one. */
  failure: string | null
}

export type DeliveryWithAttempts = Delivery & { attempts: DeliveryAttempt[] }

/** `POST /webhooks/:id/resend_failed`: how many deliveries are to be sent once more. */
export type Resent = { object: 'resent'; deliveries: number }

/** What a DELETE answers. */
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
    /** Of `payer_funds_insufficient`: how much of the coin the account lacks. */
    missing?: string
    requestId: string
  }
}
