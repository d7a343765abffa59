import {
  type ApiKey,
  type ApiKeyWithSecret,
  type Attention,
  type AuditEntry,
  auditObjects,
  auditOperations,
  type CheckoutPolicy,
  type ClaimableBalance,
  type ConfiguredMethods,
  type Deleted,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryWithAttempts,
  type Event,
  eventTypes,
  type Invitation,
  type InvitationWithUrl,
  type LineItem,
  type List,
  type Merchant,
  type MerchantSettings,
  type Overview,
  type Payment,
  type PaymentLink,
  type PaymentMethod,
  type PaymentTransaction,
  type Problem,
  type Received,
  type Refund,
  type ReportLink,
  type RequestEntry,
  type Resent,
  roles,
  type Settlement,
  type SettlementSchedule,
  scopes,
  type Transfer,
  type User,
  type Wallet,
  type WalletChallenge,
  type Webhook,
  type WebhookSecret,
  type WebhookWithSecret,
} from '@crypto-checkout/api-types'
import { z } from 'zod'
import { bridgedCoins, coins } from '../domain/catalog/coins.ts'
import { paymentExceptions, paymentStatuses } from '../domain/payment.ts'
import { refundStatuses } from '../domain/refund.ts'
import { frequencies, settlementStatuses, weekdays } from '../domain/settlement-schedule.ts'
import { NETWORK_NAME } from './fields.ts'
import { createNetworkStatuses } from './network-shapes.ts'

/** The responses of wire.ts as schemas, for the OpenAPI document and for tests that validate responses. */

const time = z.iso.datetime({ precision: 3 })
const decimal = z.string().regex(/^\d+\.\d{6}$/)
const url = z.string()
const networkName = z.string().meta({ description: NETWORK_NAME })

const transaction = z.strictObject({
  hash: z.string(),
  from: z.string(),
  amount: decimal,
  cryptocurrency: z.enum(coins),
  network: networkName,
  status: z.enum(['seen', 'final', 'orphaned']),
  block: z.int(),
  seenAt: time,
  finalAt: time.nullable(),
  explorerUrl: url.nullable(),
}) satisfies z.ZodType<PaymentTransaction>

const receiptFields = (what: 'payment' | 'refund') => ({
  receipt: z
    .string()
    .nullable()
    .meta({
      description: `The signed receipt, a compact JWS (RFC 7515) of typ ${what}-receipt+jwt. Null until the ${what} is completed`,
    }),
  receiptUrl: url
    .nullable()
    .meta({ description: "The receipt's page, for mails to the payer. Null without a receipt" }),
})

const claimable = z.strictObject({
  id: z.string().meta({ description: 'B..., the sender of the transfer that claims it' }),
  amount: decimal,
  cryptocurrency: z.enum(coins),
  hash: z.string(),
  explorerUrl: url.nullable(),
}) satisfies z.ZodType<ClaimableBalance>

export const method = z.strictObject({
  cryptocurrency: z.enum(coins),
  network: networkName,
  state: z.enum(['chosen', 'open', 'offered', 'unavailable']),
  reason: z
    .enum(['not_configured', 'network_not_read', 'coin_not_offered'])
    .nullable()
    .meta({ description: 'Why it is unavailable' }),
  recognition: z.enum(['amount', 'memo', 'address']).nullable().meta({
    description: 'What identifies the payment: an amount, a memo or an address of its own; null without its network',
  }),
  rate: z.string().nullable(),
  cryptoAmount: decimal.nullable().meta({ description: 'Null until it is chosen for the first time' }),
  address: z.string().nullable(),
  memo: z.string().nullable(),
  memoType: z.literal('text').nullable(),
  paymentUri: z.string().nullable(),
  amountReceived: decimal.nullable(),
  amountDue: decimal.nullable(),
}) satisfies z.ZodType<PaymentMethod>

const configuredMethods = z.strictObject({
  object: z.literal('payment_methods'),
  methods: z.array(
    z.strictObject({
      ...method.pick({ cryptocurrency: true, network: true, reason: true, recognition: true }).shape,
      networkTitle: z.string().meta({ description: "The network's name for people" }),
      state: z.enum(['offered', 'unavailable']),
      merchantWallet: z.string().nullable().meta({ description: 'The wallet of the settings on this network' }),
    }),
  ),
  livemode: z.boolean(),
}) satisfies z.ZodType<ConfiguredMethods>

const lineItem = z.strictObject({
  name: z.string(),
  quantity: z.int(),
  unitAmount: z.number().meta({ description: 'Price of one, printed with two decimals; negative for a discount' }),
  imageUrl: url.nullable(),
}) satisfies z.ZodType<LineItem>

const payment = z.strictObject({
  id: z.string(),
  object: z.literal('payment'),
  status: z.enum(paymentStatuses),
  amount: z.number().meta({ description: 'Price, printed with two decimals' }),
  currency: z.string(),
  cryptoAmount: decimal.meta({ description: 'The exact amount to pay' }),
  cryptocurrency: z.enum(coins),
  network: networkName,
  url: url.meta({ description: 'The hosted payment page' }),
  x402Url: url.nullable().meta({
    description: 'Where programs pay by x402 version 2: the same address; null if no method can be paid so',
  }),
  qrCode: z.string().meta({ description: 'PNG as a data URI' }),
  expiresAt: time,
  createdAt: time,
  redirectUrl: url.nullable(),
  webhookUrl: url.nullable(),
  metadata: z.record(z.string(), z.unknown()),
  description: z.string().nullable().meta({ description: 'What is paid for' }),
  reference: z.string().nullable().meta({ description: 'The order number' }),
  lineItems: z.array(lineItem).meta({ description: 'What is bought; empty if that was not given' }),
  cancelUrl: url.nullable(),
  supersedes: z.string().nullable().meta({ description: 'Id of the payment that it replaced' }),
  supersededBy: z.string().nullable().meta({ description: 'Id of the payment that replaced it' }),
  merchantWallet: z.string(),
  address: z.string().meta({ description: 'Where to pay' }),
  memo: z.string().nullable(),
  memoType: z.literal('text').nullable(),
  paymentUri: z.string().meta({ description: 'ERC-681 or SEP-7' }),
  amountReceived: decimal,
  amountDue: decimal.meta({ description: 'The amount that is still to be paid' }),
  amountRefunded: decimal,
  exceptions: z.array(z.enum(paymentExceptions)),
  methods: z.array(method).meta({ description: 'The ways to pay, in your order; one is chosen' }),
  transactions: z
    .array(transaction)
    .max(20)
    .meta({ description: 'At most 20: the newest, those below the least amount only where there is room' }),
  transactionCount: z.int().meta({ description: 'How many there are; GET /transfers?payment= lists them all' }),
  claimable: z
    .array(claimable)
    .meta({ description: 'Waits for the merchant to claim it (Stellar); counts for nothing' }),
  rate: z.string().meta({ description: 'Fiat for one coin' }),
  livemode: z.boolean(),
  completedAt: time.nullable(),
  cancelledAt: time.nullable(),
  settlement: z.string().nullable(),
  paymentLink: z.string().nullable().meta({ description: 'Id of the payment link whose page made it' }),
  ...receiptFields('payment'),
}) satisfies z.ZodType<Payment>

const paymentLink = z.strictObject({
  id: z.string(),
  object: z.literal('payment_link'),
  url: url.meta({ description: 'The page that makes payments; /qr below it is a code of it to print' }),
  status: z.enum(['active', 'inactive', 'expired', 'exhausted']),
  active: z.boolean().meta({ description: 'Whether it is turned on' }),
  title: z.string(),
  description: z.string().nullable(),
  amount: z.number().nullable().meta({ description: 'Null where the payer enters an amount' }),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  preset: z.number().nullable(),
  currency: z.string(),
  lineItems: z.array(lineItem),
  cryptocurrency: z.enum(coins),
  network: networkName,
  merchantWallet: z.string(),
  alternatives: z.union([
    z.literal('all'),
    z.array(
      z.strictObject({ cryptocurrency: z.enum(coins), network: networkName, merchantWallet: z.string().nullable() }),
    ),
  ]),
  limit: z.int().nullable(),
  paymentCount: z.int().meta({ description: 'How many payments it has made, paid or not' }),
  redirectUrl: url.nullable(),
  metadata: z.record(z.string(), z.unknown()),
  expiresAt: time.nullable(),
  createdAt: time,
  livemode: z.boolean(),
}) satisfies z.ZodType<PaymentLink>

const transfer = z.strictObject({
  id: z.string(),
  object: z.literal('transfer'),
  network: networkName,
  cryptocurrency: z.enum([...coins, ...bridgedCoins]),
  hash: z.string(),
  from: z.string(),
  to: z.string(),
  amount: decimal,
  rawAmount: z.string().meta({ description: "The token's own integer" }),
  status: z.enum(['seen', 'final', 'orphaned']),
  payment: z.string().nullable(),
  suggestedPayment: z.string().nullable().meta({
    description: 'While it pays none: the payment whose page alone named the transaction. A hint, no proof',
  }),
  namedBy: z.array(z.string()).meta({
    description: 'While it pays none: the payments whose pages named the transaction, at most 20. Hints, no proof',
  }),
  assignedBy: z.enum(['merchant', 'operator', 'sender', 'authorization']).nullable().meta({
    description:
      'Who assigned it to its payment; sender: the account that sent it, by a signature. Null if nobody had to',
  }),
  memo: z.string().nullable(),
  blockNumber: z.int(),
  blockTime: time,
  seenAt: time,
  finalAt: time.nullable(),
  explorerUrl: url.nullable(),
  dust: z
    .strictObject({ amount: decimal, transfers: z.int() })
    .nullable()
    .meta({ description: 'In transfer.unattributed: all small transfers since the last event about them; else null' }),
}) satisfies z.ZodType<Transfer>

const collectAction = z.strictObject({
  type: z.literal('collect_destination'),
  url: url.nullable().meta({ description: 'The page on which the payer enters an address; shown at creation only' }),
})

const signAction = z.strictObject({
  type: z.literal('sign'),
  url: url.meta({ description: 'A page on which a wallet in the browser signs it' }),
  uri: z.string().meta({ description: 'For a wallet: ERC-681 or SEP-7' }),
  call: z
    .strictObject({
      chainId: z.int(),
      from: z.string(),
      to: z.string(),
      data: z.string(),
      value: z.literal('0x0'),
    })
    .nullable()
    .meta({ description: 'As eth_sendTransaction takes it; null on Stellar' }),
})

const refund = z.strictObject({
  id: z.string(),
  object: z.literal('refund'),
  paymentId: z.string(),
  amount: z.number().meta({ description: "In the payment's currency, printed with two decimals" }),
  currency: z.string(),
  cryptoAmount: decimal.meta({ description: "What leaves the sender, at the payment's own rate" }),
  cryptoAmountArrived: decimal.nullable().meta({
    description: 'What came to the recipient: less where the coin takes a fee. Null until a transfer is seen',
  }),
  cryptocurrency: z.enum(coins),
  network: networkName,
  destination: z.string().nullable(),
  destinationMemo: z.string().nullable(),
  reason: z.string().nullable(),
  status: z.enum(refundStatuses),
  nextAction: z
    .union([collectAction, signAction])
    .nullable()
    .meta({ description: 'What has to happen before the refund can be paid' }),
  transaction: z
    .strictObject({
      hash: z.string(),
      from: z.string(),
      status: z.enum(['seen', 'final']),
      block: z.int(),
      explorerUrl: url.nullable(),
    })
    .nullable(),
  failure: z.string().nullable(),
  createdAt: time,
  completedAt: time.nullable(),
  ...receiptFields('refund'),
}) satisfies z.ZodType<Refund>

const webhook = z.strictObject({
  id: z.string(),
  object: z.literal('webhook'),
  url,
  description: z.string().nullable(),
  events: z.array(z.string()).meta({ description: 'Types, and patterns such as payment.* and *' }),
  status: z.enum(['enabled', 'disabled']),
  disabledReason: z.enum(['failing', 'gone', 'manual']).nullable(),
  disabledAt: time.nullable(),
  livemode: z.boolean(),
  createdAt: time,
}) satisfies z.ZodType<Webhook>

const wallet = z.strictObject({
  id: z.string(),
  object: z.literal('wallet'),
  address: z.string(),
  networks: z.array(networkName).meta({ description: 'The address is one key on all of them' }),
  access: z
    .enum(['owner', 'shared', 'refused'])
    .meta({ description: 'owner: sees its unattributed transfers too; shared: may name it; refused: may not' }),
  livemode: z.boolean(),
}) satisfies z.ZodType<Wallet>

const walletChallenge = z.strictObject({
  object: z.literal('wallet_challenge'),
  network: networkName,
  address: z.string(),
  standard: z.enum(['EIP-191', 'SEP-53']).meta({ description: 'How the wallet signs the text' }),
  message: z.string().meta({ description: 'The text to sign, to the byte' }),
  expiresAt: time.meta({ description: 'Until when its signature is taken' }),
  livemode: z.boolean(),
}) satisfies z.ZodType<WalletChallenge>

const settlement = z.strictObject({
  id: z.string(),
  object: z.literal('settlement'),
  status: z.enum(settlementStatuses),
  network: networkName,
  cryptocurrency: z.enum(coins).meta({ description: 'The coin that was received' }),
  amount: decimal,
  settlementCurrency: z.enum(coins),
  feeAmount: decimal.meta({ description: 'What sending it cost; zero where nothing was sent' }),
  feeCurrency: z.string(),
  destination: z.string().meta({ description: "The merchant's wallet" }),
  method: z.enum(['direct', 'deposit']),
  paymentCount: z.int(),
  periodStart: time,
  periodEnd: time,
  transactions: z.array(z.string()).meta({ description: 'Hashes, of direct payments the first hundred' }),
  failure: z.string().nullable(),
  reportUrl: url.meta({ description: 'Its payments as CSV, good for seven days' }),
  livemode: z.boolean(),
  createdAt: time,
  completedAt: time.nullable(),
}) satisfies z.ZodType<Settlement>

const secret = z.string().meta({ description: 'Shown only once' })
const webhookWithSecret = webhook.extend({ secret }) satisfies z.ZodType<WebhookWithSecret>

const webhookSecret = z.strictObject({
  object: z.literal('webhook_secret'),
  secret,
  livemode: z.boolean(),
  createdAt: time,
}) satisfies z.ZodType<WebhookSecret>

const deletedWebhook = z.strictObject({
  id: z.string(),
  object: z.literal('webhook'),
  deleted: z.literal(true),
}) satisfies z.ZodType<Deleted<'webhook'>>

const delivery = z.strictObject({
  id: z.string(),
  object: z.literal('delivery'),
  state: z.enum(['pending', 'delivered', 'failed']),
  event: z.string().meta({ description: "The event's id, which is the webhook-id of each attempt" }),
  eventType: z.enum(eventTypes),
  webhook: z.string().nullable().meta({ description: "Null: the payment's own webhookUrl" }),
  url,
  payment: z.string().nullable(),
  attemptCount: z.int(),
  lastStatus: z.int().nullable().meta({ description: 'The HTTP status of the last answer; null: there was none' }),
  nextAttemptAt: time.nullable(),
  livemode: z.boolean(),
  createdAt: time,
  endedAt: time.nullable(),
}) satisfies z.ZodType<Delivery>

const attempt = z.strictObject({
  number: z.int(),
  startedAt: time,
  latencyMs: z.int(),
  requestHeaders: z.record(z.string(), z.string()).meta({ description: 'Without signatures' }),
  responseStatus: z.int().nullable(),
  responseBody: z.string().nullable().meta({ description: 'The first kilobyte' }),
  failure: z.string().nullable().meta({ description: 'Why there was no answer' }),
}) satisfies z.ZodType<DeliveryAttempt>

const deliveryWithAttempts = delivery.extend({
  attempts: z.array(attempt),
}) satisfies z.ZodType<DeliveryWithAttempts>

const resent = z.strictObject({
  object: z.literal('resent'),
  deliveries: z.int(),
}) satisfies z.ZodType<Resent>

const settlementSchedule = z.strictObject({
  frequency: z.enum(frequencies),
  time: z.string().nullable().meta({ description: 'HH:MM in the time zone; null only with manual' }),
  weekday: z.enum(weekdays).nullable().meta({ description: 'Null unless weekly' }),
  dayOfMonth: z.int().nullable().meta({ description: 'Null unless monthly; the last day in shorter months' }),
  timeZone: z.string().meta({ description: 'IANA name' }),
}) satisfies z.ZodType<SettlementSchedule>

const paymentPolicy = {
  latePayments: z.enum(['review', 'accept']).meta({ description: 'What becomes of money after the end of a payment' }),
  underpaymentTolerance: z.number().meta({ description: 'The part of an amount that may be missing' }),
  claims: z.enum(['on', 'off']).meta({ description: 'Whether payers may say that they have paid, and prove it' }),
}

const policy = z.strictObject({
  ...paymentPolicy,
  minTransfer: decimal.meta({ description: 'Transfers of fewer coins are summed, and make no event by themselves' }),
  retentionDays: z.number().meta({ description: 'How long events and ended deliveries are kept' }),
}) satisfies z.ZodType<CheckoutPolicy>

const merchantSettings = z.strictObject({
  id: z.string().meta({ description: "The merchant's" }),
  object: z.literal('merchant_settings'),
  settlementCurrency: z.enum(coins),
  settlementSchedule,
  wallets: z.record(z.string(), z.string()).meta({ description: 'The wallets of alternatives, by network' }),
  ...paymentPolicy,
  policy: policy.meta({
    description: "The operator's: the rules of merchants that chose none, and what they cannot choose",
  }),
  livemode: z.boolean(),
  updatedAt: time.nullable().meta({ description: 'Null until they are changed for the first time' }),
}) satisfies z.ZodType<MerchantSettings>

const merchant = z.strictObject({
  id: z.string(),
  object: z.literal('merchant'),
  name: z.string(),
  accent: z.string().nullable().meta({ description: 'The colour of the payment page, as in #0a7d4f' }),
  logo: url.nullable().meta({ description: 'The address of the image. It changes with the content' }),
  supportEmail: z.string().nullable().meta({ description: 'Where payers find help' }),
  supportUrl: url.nullable().meta({ description: 'Where payers find help' }),
  plan: z.enum(['starter', 'business']).meta({ description: "Production's; the sandbox has a rate limit of its own" }),
  livemode: z.boolean(),
  settings: merchantSettings,
  createdAt: time,
}) satisfies z.ZodType<Merchant>

const event = z.strictObject({
  id: z.string(),
  object: z.literal('event'),
  type: z.enum(eventTypes),
  createdAt: time,
  livemode: z.boolean(),
  sequence: z.int().meta({ description: 'Counts without gaps per merchant and environment' }),
  data: z.strictObject({ object: z.union([payment, transfer, refund, settlement, webhook, wallet, delivery]) }),
}) satisfies z.ZodType<Omit<Event, 'data'> & { data: { object: Event['data']['object'] } }>

const received = z.strictObject({
  network: networkName,
  cryptocurrency: z.string(),
  amount: decimal.meta({ description: 'What the payments have received; money that went back is not taken off' }),
  payments: z.int().meta({ description: 'How many were completed' }),
}) satisfies z.ZodType<Received>

const attention = z.strictObject({
  count: z.int(),
  more: z.boolean(),
  list: z
    .string()
    .meta({ description: 'The request that lists exactly these', examples: ['/payments?unresolved=late'] }),
}) satisfies z.ZodType<Attention>
const ifReadable = attention.nullable()

const overview = z.strictObject({
  object: z.literal('overview'),
  from: z.iso.date(),
  to: z.iso.date().meta({ description: 'The last day, included' }),
  timeZone: z.string(),
  received: z
    .array(received.extend({ date: z.iso.date() }))
    .meta({ description: 'By the day on which payments were completed; days without any are left out' }),
  totals: z.array(received).meta({ description: 'The same for all days together' }),
  attention: z
    .strictObject({
      unattributedTransfers: ifReadable,
      claimedTransfers: ifReadable,
      latePayments: attention,
      underpaidPayments: attention,
      refundsToSign: ifReadable,
      refundsToCollect: ifReadable,
      pendingSettlements: ifReadable,
      failedSettlements: ifReadable,
      failingWebhooks: ifReadable,
      disabledWebhooks: ifReadable,
      failedDeliveries: ifReadable,
    })
    .meta({ description: 'What waits for you, counted up to a hundred; null where the scope to read it is missing' }),
  setup: z.strictObject({
    hasWallets: z.boolean(),
    hasKey: z.boolean(),
    hasWebhook: z.boolean(),
    hasCompletedPayment: z.boolean(),
    hasLogo: z.boolean(),
    hasSupport: z.boolean(),
  }),
  livemode: z.boolean(),
}) satisfies z.ZodType<Overview>

const apiKey = z.strictObject({
  id: z.string(),
  object: z.literal('api_key'),
  name: z.string().nullable(),
  publicKey: z.string(),
  scopes: z.array(z.enum(scopes)).nullable().meta({ description: 'What it may do; null: everything' }),
  requireSignature: z.boolean(),
  status: z.enum(['active', 'expired', 'revoked']).meta({ description: 'Only an active key works' }),
  rotationDue: z.boolean().meta({ description: 'Whether it is 90 days old: rotate it' }),
  createdBy: z
    .string()
    .nullable()
    .meta({ description: 'The author, such as key_... or command_line; null if unknown' }),
  livemode: z.boolean(),
  createdAt: time,
  lastUsedAt: time.nullable().meta({ description: 'The minute of its last use, up to a minute late' }),
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
}) satisfies z.ZodType<ApiKey>

const apiKeyWithSecret = apiKey.extend({
  secretKey: z.string().meta({ description: 'Shown only once' }),
}) satisfies z.ZodType<ApiKeyWithSecret>

const user = z.strictObject({
  id: z.string(),
  object: z.literal('user'),
  email: z.string(),
  role: z.enum(roles),
  hasPassword: z.boolean(),
  passkeyCount: z.int(),
  createdAt: time.meta({ description: 'When it came to this merchant' }),
  lastSignedInAt: time.nullable(),
}) satisfies z.ZodType<User>

const invitation = z.strictObject({
  id: z.string(),
  object: z.literal('invitation'),
  email: z.string().nullable().meta({ description: 'Null if whoever has the link chooses an address' }),
  role: z.enum(roles),
  invitedBy: z.string().meta({ description: 'usr_..., key_..., command_line or in_process' }),
  createdAt: time,
  expiresAt: time,
}) satisfies z.ZodType<Invitation>

const invitationWithUrl = invitation.extend({
  url: url.meta({ description: 'The link, which works once. Shown only once' }),
}) satisfies z.ZodType<InvitationWithUrl>

function deletedOf<Kind extends string>(kind: Kind) {
  return z.strictObject({ id: z.string(), object: z.literal(kind), deleted: z.literal(true) })
}

const requestEntry = z.strictObject({
  id: z.string().meta({ description: 'The x-request-id of its answer' }),
  object: z.literal('request'),
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
  path: z.string().meta({ description: 'Below the mount path, without the query' }),
  status: z.int(),
  code: z.string().nullable().meta({ description: 'The code of the refusal' }),
  actor: z.string().meta({ description: 'key_... or usr_...' }),
  address: z.string(),
  durationMs: z.int(),
  livemode: z.boolean(),
  createdAt: time,
}) satisfies z.ZodType<RequestEntry>

const auditEntry = z.strictObject({
  id: z.string(),
  object: z.literal('audit_entry'),
  operation: z.enum(auditOperations),
  actor: z.string().meta({ description: 'key_..., usr_..., command_line, or in_process: the host of the checkout' }),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  target: z.strictObject({ object: z.enum(auditObjects), id: z.string().nullable() }),
  before: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'The fields that changed, as they were; null if the object was made' }),
  after: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'The same fields since then; null if the object was deleted' }),
  livemode: z.boolean(),
  createdAt: time,
}) satisfies z.ZodType<AuditEntry>

const reportLink = z.strictObject({
  object: z.literal('report_link'),
  url: url.meta({ description: 'A file to download, without keys' }),
  expiresAt: time,
}) satisfies z.ZodType<ReportLink>

function listOf<Item>(item: z.ZodType<Item>): z.ZodType<List<Item>> {
  return z.strictObject({
    object: z.literal('list'),
    data: z.array(item),
    hasMore: z.boolean(),
    totalCount: z.int(),
  })
}

export const problemShape = z.strictObject({
  error: z.strictObject({
    type: z.enum([
      'invalid_request_error',
      'authentication_error',
      'permission_error',
      'rate_limit_error',
      'api_error',
    ]),
    code: z.string(),
    message: z.string(),
    param: z.string().nullable(),
    requestId: z.string(),
  }),
}) satisfies z.ZodType<Problem>

export const shapes = {
  Payment: payment,
  PaymentList: listOf(payment),
  PaymentMethods: configuredMethods,
  NetworkStatuses: createNetworkStatuses(method),
  RequestList: listOf(requestEntry),
  PaymentLink: paymentLink,
  PaymentLinkList: listOf(paymentLink),
  Transfer: transfer,
  TransferList: listOf(transfer),
  Refund: refund,
  RefundList: listOf(refund),
  Event: event,
  EventList: listOf(event),
  Webhook: webhook,
  WebhookWithSecret: webhookWithSecret,
  WebhookList: listOf(webhook),
  DeletedWebhook: deletedWebhook,
  WebhookSecret: webhookSecret,
  Delivery: delivery,
  DeliveryWithAttempts: deliveryWithAttempts,
  DeliveryList: listOf(delivery),
  Resent: resent,
  Merchant: merchant,
  MerchantSettings: merchantSettings,
  Wallet: wallet,
  WalletChallenge: walletChallenge,
  ApiKey: apiKey,
  ApiKeyWithSecret: apiKeyWithSecret,
  ApiKeyList: listOf(apiKey),
  User: user,
  UserList: listOf(user),
  RemovedUser: deletedOf('user') satisfies z.ZodType<Deleted<'user'>>,
  Invitation: invitation,
  InvitationWithUrl: invitationWithUrl,
  InvitationList: listOf(invitation),
  DeletedInvitation: deletedOf('invitation') satisfies z.ZodType<Deleted<'invitation'>>,
  AuditEntryList: listOf(auditEntry),
  ReportLink: reportLink,
  Overview: overview,
  Settlement: settlement,
  SettlementList: listOf(settlement),
} as const
export type AnswerShape = keyof typeof shapes
