/** Made by `npm run reference` from the schema and its steps. Change those, and run it again. */
import type {
  AuditObject,
  AuditOperation,
  Cryptocurrency,
  EntryKind,
  EventType,
  Merchant,
  NotificationKind,
  Transfer,
} from '@crypto-checkout/api-types'
import type { Generated } from 'kysely'
import type { Environment } from '../domain/catalog/network-facts.ts'
import type { ImageType } from '../domain/image/image.ts'
import type { SendPurpose } from '../domain/send.ts'

/**
 * Amounts are integers of 10^-6 coin, or of a chain's own units as text; times milliseconds, flags 0 or 1 (`livemode` a boolean).
 */
type Amount = bigint
type Flag = 0 | 1

type MerchantsTable = {
  seq: Generated<number>
  id: string
  name: string
  /** Six hexadecimal digits; null for the checkout's own colour. */
  accent: string | null
  plan: Merchant['plan']
  created_at: number
  /** The last event's sequence number in each environment. */
  live_sequence: Generated<number>
  sandbox_sequence: Generated<number>
  support_email: string | null
  support_url: string | null
  /** The name of its file among the logos; null if it has none. */
  logo: string | null
}

/** One for each merchant that has a logo. */
type LogosTable = {
  merchant_id: string
  /** A hash of the content, with the ending of its type. Merchants with the same logo share it. */
  name: string
  content_type: ImageType
  /** Base64. */
  content: string
}

type ApiKeysTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: boolean
  public_key: string
  secret_hash: string
  /** JSON array; null means all. */
  scopes: string | null
  require_signature: Flag
  /** Identifies a key that the server made for itself; null for other keys. */
  label: string | null
  created_at: number
  revoked_at: number | null
  /** Null in keys of earlier releases, as 'created_by'. */
  name: string | null
  created_by: string | null
  /** The start of the minute. */
  last_used_at: number | null
  /** Null: never. */
  expires_at: number | null
  wallets: Generated<'any' | 'settings'>
  /** The connection that it was made for; null if a person or a program made it. */
  connection_id: string | null
}

/** A merchant's changes of settings, kept for ever. The last one holds the current settings. */
type SettingsChangesTable = {
  seq: Generated<number>
  merchant_id: string
  livemode: boolean
  /** Never earlier than the previous change, whatever the clock says. */
  changed_at: number
  changed_by: string
  /** The settings as JSON. */
  settings_before: string
  settings_after: string
}

/** Merchants that may name a wallet, and those that were refused. One of them owns it. */
type WalletUsersTable = {
  /** The kind of network, as CAIP-2 names it: an address is one key on all networks of a kind. */
  namespace: 'eip155' | 'stellar'
  /** Lower case. */
  address: string
  merchant_id: string
  role: 'owner' | 'shared' | 'refused'
  created_at: number
  /** The time at which the merchant proved the wallet by its signature; null if it did not. */
  proven_at: number | null
  /** The time at which the operator last set the merchant's role for the wallet; null if never. */
  decided_at: number | null
}

/** Wallets that are watched, for whom, and since when. */
type WalletsTable = {
  chain: string
  address: string
  merchant_id: string
  livemode: boolean
  created_at: number
  /** 1 if payments ask for money there; 0 on other networks, where payers send it by mistake. */
  asked: Flag
}

/** Secrets from which this checkout derives its own keys, as base64. No interface shows them. */
type ServerSecretsTable = {
  name: string
  secret: string
  created_at: number
}

type IdempotencyTable = {
  merchant_id: string
  livemode: boolean
  key: string
  fingerprint: string
  status: number
  body: string
  created_at: number
}

type RequestLogTable = {
  merchant_id: string
  livemode: boolean
  id: string
  created_at: number
  method: string
  path: string
  status: number
  code: string | null
  actor: string
  address: string
  duration_ms: number
}

/** Triggers refuse to change or delete a row. */
type AuditLogTable = {
  seq: Generated<number>
  id: string
  /** Null: it concerns no merchant. */
  merchant_id: string | null
  livemode: boolean
  created_at: number
  operation: AuditOperation
  actor: string
  address: string | null
  request_id: string | null
  object: AuditObject
  object_id: string | null
  /** JSON, both. */
  fields_before: string | null
  fields_after: string | null
}

/** People who may sign in. */
type UsersTable = {
  seq: Generated<number>
  id: string
  email: string
  /** Only one user has it: the address in lower case if it was confirmed and not released, else the id. */
  claim: string
  created_at: number
  signed_in_at: number | null
  /** The address that the user has shown to read. E-mails are sent only while it is the user's. */
  confirmed_email: string | null
  /** Sign-ins that failed since the last that did not. */
  failed_count: Generated<number>
  /**
   * The address in lower case. Several users may have it until one has confirmed it, and others that they had before.
   */
  email_key: Generated<string>
}

type MembershipsTable = {
  user_id: string
  merchant_id: string
  role: 'owner' | 'manager' | 'support' | 'accountant' | 'cashier'
  created_at: number
}

/** A password always has a second factor. */
type PasswordsTable = {
  user_id: string
  /** With its salt and parameters. */
  hash: string
  /** Base64. */
  totp_secret: string
  /** The last step whose code was used. */
  totp_step: number
  changed_at: number
}

type RecoveryCodesTable = {
  user_id: string
  hash: string
  used_at: number | null
}

type PasskeysTable = {
  seq: Generated<number>
  id: string
  user_id: string
  /** Base64url, as are the next column's bytes: a COSE key. */
  credential_id: string
  public_key: string
  counter: number
  /** JSON array. */
  transports: string
  name: string
  created_at: number
  used_at: number | null
}

/** Links that can still be used, and those that expired lately. */
type InvitationsTable = {
  seq: Generated<number>
  id: string
  token_hash: string
  /** 'first' makes the first owner, while there are no users. 'reset' gives a user new credentials. */
  kind: 'first' | 'member' | 'reset'
  merchant_id: string | null
  role: 'owner' | 'manager' | 'support' | 'accountant' | 'cashier' | null
  /** Null: the invited person gives an address. */
  email: string | null
  /** The user that it makes, or whose credentials it resets. */
  user_id: string
  invited_by: string
  created_at: number
  expires_at: number
}

type SessionsTable = {
  seq: Generated<number>
  id: string
  token_hash: string
  user_id: string
  method: 'password' | 'passkey'
  address: string
  user_agent: string
  created_at: number
  seen_at: number
  /** The time at which the user last showed a password or passkey. */
  authenticated_at: number
}

/** Challenges of passkeys that were answered, until they expire. */
type SpentChallengesTable = {
  challenge: string
  expires_at: number
}

/** A code that was sent to confirm an address. It is derived from the row, so that no backup shows it. */
type EmailCodesTable = {
  seq: Generated<number>
  user_id: string
  /** The place where the user asked for it. */
  merchant_id: string
  email: string
  email_key: string
  language: 'en' | 'de'
  /** Codes that were entered for it. */
  tries: number
  /** To send it. */
  attempts: number
  /** Null: it was sent, or given up. */
  due_at: number | null
  created_at: number
  /** It was used, or another was sent. */
  ended_at: number | null
}

type NotificationChoicesTable = {
  merchant_id: string
  livemode: boolean
  user_id: string
  kind: NotificationKind
  language: 'en' | 'de'
  created_at: number
}

/** The last event that was read for e-mails. */
type NotificationPlacesTable = {
  merchant_id: string
  livemode: boolean
  sequence: number
}

/** One event for one user: at most one row. */
type NotificationsTable = {
  event_id: string
  user_id: string
  merchant_id: string
  livemode: boolean
  kind: NotificationKind | 'security'
  language: 'en' | 'de'
  /** 1: more would follow within the hour, and are left out. */
  is_last: Flag
  attempts: number
  /** Null: it was sent, or given up. */
  due_at: number | null
  created_at: number
}

type PaymentsTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: boolean
  version: number
  status: 'created' | 'partially_paid' | 'processing' | 'completed' | 'expired' | 'cancelled'
  exceptions: string
  /**
   * In the cents of 'domain/money.ts', as all such columns are: hundredths of most currencies, thousandths of dinars.
   */
  amount_cents: number
  currency: string
  cryptocurrency: Cryptocurrency
  network: string
  /** CAIP-2 id of the chain, as in 'eip155:1'. */
  chain: string
  token: string
  rate: string
  due: Amount
  tolerance: Amount
  tail_allowance: Amount
  late_payments: 'review' | 'accept'
  received: Amount
  /** The rest that the payer has to pay. */
  outstanding: Amount
  merchant_wallet: string
  address: string
  /** The payer's memo, if a memo identifies the payment. */
  memo: string | null
  redirect_url: string | null
  webhook_url: string | null
  metadata: string
  created_at: number
  expires_at: number
  /** The time at which the chain was known to have passed the deadline. */
  past_deadline_at: number | null
  cancelled_at: number | null
  accepted_at: number | null
  completed_at: number | null
  /** All transfers, including those that are no longer on the chain. */
  transfer_count: number
  /** The payment's identification: 'amount', 'memo' or 'address'. */
  recognition: Generated<'amount' | 'memo' | 'address'>
  /** Null until its period is closed. */
  settlement_id: string | null
  /** The final refunds. */
  refunded: Generated<Amount>
  /** A smaller transfer is dust: it changes no status by itself. */
  min_transfer: Generated<Amount>
  /** The sums of its transfers, as in 'domain/sums.ts'; 'received' is the sum of all. */
  received_final: Generated<Amount>
  on_time: Generated<Amount>
  on_time_final: Generated<Amount>
  in_grace: Generated<Amount>
  in_grace_final: Generated<Amount>
  dust: Generated<Amount>
  dust_on_time: Generated<Amount>
  dust_in_grace: Generated<Amount>
  transfers_on_chain: Generated<number>
  dust_on_chain: Generated<number>
  /** The coins of 'amount_cents', without a tail; null in payments of earlier releases. */
  price: Amount | null
  description: string | null
  /** The merchant's order number. */
  reference: string | null
  /** JSON, as the API shows them; null if there are none. */
  line_items: string | null
  cancel_url: string | null
  /** The payment that this one replaced, and the one that replaced this. Both have the same reference. */
  supersedes: string | null
  superseded_by: string | null
  /** JSON: the methods that a payer may choose besides the default one; null if there are none. */
  alternatives: string | null
  /** The number of its rows in 'methods': none while only the default one is open. */
  open_methods: Generated<number>
  /** The link whose page made it. */
  payment_link: string | null
  /** True if it is the answer to further requests with 'reuse' for its reference and price, while it is open. */
  reuse: Generated<Flag>
}

/**
 * The open methods of payments with several: a coin on a network with its own amount, and what came in it. The
 * payment's own columns of these names repeat those of the chosen one.
 */
type MethodsTable = {
  seq: Generated<number>
  payment_id: string
  /** 0 for the default one, then the alternatives in the merchant's order. */
  position: number
  opened_at: number
  cryptocurrency: Cryptocurrency
  network: string
  chain: string
  token: string
  merchant_wallet: string
  rate: string
  due: Amount
  price: Amount
  tolerance: Amount
  tail_allowance: Amount
  outstanding: Amount
  address: string
  memo: string | null
  recognition: 'amount' | 'memo' | 'address'
  received: Amount
  received_final: Amount
  on_time: Amount
  on_time_final: Amount
  in_grace: Amount
  in_grace_final: Amount
  dust: Amount
  dust_on_time: Amount
  dust_in_grace: Amount
  transfers_on_chain: number
  dust_on_chain: number
  refunded: Amount
  /** The deadline, until its network is known to have passed it; null since. */
  awaited_until: number | null
}

/** Links whose page makes a payment each time that a payer asks for one. */
type PaymentLinksTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: boolean
  active: 0 | 1
  title: string
  description: string | null
  currency: string
  /** Null where the payer enters an amount, which is then at least the minimum. */
  amount_cents: number | null
  minimum_cents: number | null
  maximum_cents: number | null
  preset_cents: number | null
  /** JSON, as the API shows them; null if there are none. */
  line_items: string | null
  /** The method that its payments begin with. */
  cryptocurrency: Cryptocurrency
  network: string
  merchant_wallet: string
  /** JSON, as they were given: 'all', or a list. */
  alternatives: string | null
  /** The number of payments that may be open or paid; null without a limit. */
  max_payments: number | null
  payment_count: number
  expires_at: number | null
  redirect_url: string | null
  metadata: string
  created_at: number
  /** Those that are open or paid now. */
  taken_count: Generated<number>
}

/** The amounts that payments may expect on a wallet. Rows stay when another payment takes the amount over. */
type ReservationsTable = {
  seq: Generated<number>
  chain: string
  token: string
  address: string
  amount: Amount
  payment_id: string
  reserved_at: number
  /** The time of the payment's end; null while it is open. */
  released_at: number | null
  /** 1 for the last holder of the amount, null for former ones: unique per wallet and amount. */
  current: 1 | null
  /** The payment's merchant. */
  merchant_id: string | null
}

/** Transactions reported by payers' pages: where to look, and no proof of anything. */
type ReportsTable = {
  payment_id: string
  /** From 1 to 20: a payment has no more. */
  slot: number
  tx_hash: string
  /** Null if the payer named only the transaction. */
  from_address: string | null
  reported_at: number
  /** The time at which its sender proved it by a signature; null if it is only named. */
  proved_at: number | null
}

/** Ed25519 keys that sign receipts, of which one in each environment is not retired. */
type ReceiptKeysTable = {
  /** Its thumbprint (RFC 7638). */
  kid: string
  livemode: boolean
  /** The members 'x' and 'd' of the key as a JWK (RFC 8037). */
  public_key: string
  /** Null once the key is retired. */
  private_key: string | null
  created_at: number
  retired_at: number | null
}

/** Written once and never changed. */
type ReceiptsTable = {
  /** The payment or refund. */
  subject: string
  jti: string
  jws: string
  issued_at: number
}

/** A transaction to send, or one that was sent. Addresses lower case. */
type SendsTable = {
  id: Generated<number>
  environment: Environment
  network: string
  chain: string
  signer: string
  purpose: SendPurpose
  /** The id of what it is for, as in 'set_...'. */
  subject: string
  to_address: string
  data: string
  /** The minimum of its gas limit. */
  least_gas: Amount
  state: 'queued' | 'signed' | 'succeeded' | 'reverted' | 'replaced' | 'abandoned'
  /** Null while nothing is signed. */
  nonce: number | null
  created_at: number
  /** It is not tried again before this time. */
  due_at: number
  /** Since when its contract refuses it. */
  refused_since: number | null
  /** Since when its nonce is finally used and none of its attempts is found. */
  missing_since: number | null
  ended_at: number | null
  /** The mined transaction's hash and receipt; gas in units, its price in wei. */
  hash: string | null
  block_number: number | null
  block_time: number | null
  gas_used: Amount | null
  gas_price: Amount | null
  failure: string | null
  /** Wei that it may cost; null if only the network's limit counts. */
  max_cost: Amount | null
  /**
   * Wei that the mined transaction has cost, with what a roll-up took for its data; null in rows of earlier releases.
   */
  cost: Amount | null
  /** 1 once the ledger has what it cost. */
  booked: Generated<Flag>
}

/** Bytes signed for a send. All have its nonce, so at most one of them is ever mined. */
type SendAttemptsTable = {
  send_id: number
  /** From 1 on. */
  number: number
  hash: string
  raw: string
  gas_limit: Amount
  /** Wei for each gas, as is the next. */
  max_fee: Amount
  priority_fee: Amount
  signed_at: number
  /** The time of a node's last answer to it, and the answer. */
  offered_at: number | null
  answer: 'accepted' | 'known' | 'nonce_used' | 'underpriced' | 'unfunded' | null
  /** 1: it only uses the nonce, with an empty transaction to the key's own account. */
  nonce_only: Generated<0 | 1>
}

/** The number up to which a key's transactions on the chain are explained. */
type SendingKeysTable = {
  chain: string
  signer: string
  /** All lower nonces are explained. */
  accounted: number
  /** Up to this block the key has no unknown transactions; null before the first final block. */
  checked_block: number | null
}

/** Refunds. Addresses lower case, except 'destination'. The transfer that pays one is a row of 'transfers'. */
type RefundsTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: boolean
  payment_id: string
  method: 'collect' | 'sign' | 'signer'
  status: 'pending' | 'submitted' | 'completed' | 'failed' | 'cancelled'
  amount_cents: number
  currency: string
  cryptocurrency: Cryptocurrency
  amount: Amount
  network: string
  chain: string
  token: string
  raw_amount: Amount
  /** The account that it is paid from. */
  from_address: string
  /** Null until the payer gives it. */
  destination: string | null
  to_address: string | null
  memo: string | null
  reason: string | null
  /** The hash of the token that opens the payer's page; null if the merchant gave the address. */
  page_token: string | null
  /** The transaction by which a key of this checkout pays it. */
  send_id: number | null
  failure: string | null
  created_at: number
  /** Its transfer is not in an earlier block; null without a destination. */
  watched_from: number | null
  cancelled_at: number | null
  completed_at: number | null
  /** The wallet (lower case) that may have paid it after a backup that was put back; null if it may be paid. */
  held_for: string | null
  /** The merchant's own id of it. */
  reference: string | null
}

/**
 * Transfers of money to wallets ('in'), and of refunds ('out'). One on the chain can be both, and has two rows then.
 */
type TransfersTable = {
  seq: Generated<number>
  id: string
  chain: string
  network: string
  cryptocurrency: Transfer['cryptocurrency']
  tx_hash: string
  token: string
  from_address: string
  to_address: string
  raw_amount: Amount
  /** Unchanged. */
  memo: string | null
  ordinal: number
  /** The amount that arrived, as is 'raw_amount'. Both are 0 if a fee took everything that a refund sent. */
  amount: Amount
  state: 'seen' | 'final' | 'orphaned'
  log_index: number
  block_number: number
  block_hash: string
  block_time: number
  seen_at: number
  final_at: number | null
  /** The payment that it pays. Null for a refund's transfer. */
  payment_id: string | null
  /** The payment whose own address it went to, or the one payment whose page reported its transaction. */
  suggested_payment: string | null
  /**
   * The merchant of the wallet. Null for a transfer of earlier releases to a wallet of several merchants: the operator
   * sees it.
   */
  merchant_id: string | null
  livemode: boolean
  /** 1 if it is below the minimum of its payment, or of the checkout if it pays none. */
  dust: Generated<0 | 1>
  /** JSON array of the payments whose pages reported its transaction; null for none. */
  named_by: string | null
  direction: Generated<'in' | 'out'>
  /** The refund that it pays: exactly if it goes out. */
  refund_id: string | null
  /** The amount that left the sender of a refund's transfer; null if it comes in. */
  raw_left: Amount | null
  /**
   * The user or key that assigned it to its payment; null if it was recognised by itself, or pays none. 'sender': the
   * account that sent it, by a signature. 'authorization': the checkout, by the authorization that its transaction
   * used. Earlier releases recorded nobody.
   */
  assigned_by: 'merchant' | 'operator' | 'sender' | 'authorization' | null
  /** both The payment for which the ledger has it, or '' for none; null while it has no entry. */
  booked_for: string | null
}

/** Unattributed dust to a wallet in a coin. Addresses lower case. */
type StrayDustTable = {
  seq: Generated<number>
  chain: string
  token: string
  address: string
  merchant_id: string
  livemode: boolean
  /** The sum and the number of all its transfers that pay nothing. */
  amount: Amount
  transfers: number
  /** The part of both that the last event reported. */
  told_amount: Amount
  told_transfers: number
}

/**
 * Payments' own addresses, lower case. An address follows from the payment and the recipient, so it is this payment's
 * on every chain.
 */
type DepositsTable = {
  address: string
  /** The chain on which its payment asks for money. */
  chain: string
  payment_id: string
  /** The merchant's wallet: the only place where its money can go. */
  recipient: string
  /** The contract that deploys and sweeps it. */
  factory: string
}

/** Since when the sweeping contract is known to be on a chain for good. */
type FactoriesTable = {
  chain: string
  deployed_at: number
}

/** A deposit's final receipts in a token, and how much of it was swept. Addresses lower case. */
type DepositBalancesTable = {
  chain: string
  token: string
  address: string
  payment_id: string
  merchant_id: string
  livemode: boolean
  network: string
  cryptocurrency: Transfer['cryptocurrency']
  recipient: string
  received: Amount
  swept: Amount
  /** The time at which unswept money arrived or a sweep left some; later if it is to wait. */
  funded_at: number
  /** The settlement whose sweep of it is under way. */
  settlement_id: string | null
}

/** A payout of payments to a merchant's wallet: already paid there, or swept to it. */
type SettlementsTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: boolean
  /** 'closing' while payments are being added. */
  status: 'closing' | 'pending' | 'completed' | 'failed'
  method: 'direct' | 'deposit'
  network: string
  chain: string
  token: string
  cryptocurrency: Cryptocurrency
  destination: string
  amount: Amount
  settlement_currency: string
  fee_amount: string
  fee_currency: string
  payment_count: number
  /** JSON array of hashes. */
  transactions: string
  period_start: number
  /** It contains payments completed before this time. */
  period_end: number
  failure: string | null
  created_at: number
  completed_at: number | null
  /** Wei that its sweeps have cost. */
  gas_cost: Generated<Amount>
  /** 1 if it is made of entries; 0 for one of earlier releases, which is made of payments. */
  by_entries: Generated<Flag>
  /** What went back in its period, at most 0; and money of no payment, which is not in 'amount'. In millionths. */
  refunded: Generated<Amount>
  unattributed: Generated<Amount>
  /** JSON with outcome, by and reason. Null for settlements of releases that stored none. */
  route: string | null
}

/** Up to when periods are closed, and the end of the period being closed. */
type SettlementPlacesTable = {
  merchant_id: string
  livemode: boolean
  closed_until: number
  closing_until: number | null
}

/** A deposit's part in a settlement. At most one sweep of a deposit's token is open at a time. */
type SweepsTable = {
  settlement_id: string
  address: string
  chain: string
  token: string
  payment_id: string
  send_id: number
  /** 'empty': another account had swept it. 'released': it waits for the next settlement. */
  state: 'open' | 'swept' | 'empty' | 'released'
  expected: Amount
  /** The amount that reached the wallet; null while it is open. */
  amount: Amount | null
  /** The amount that left the deposit: more than 'amount' if the coin takes a fee. */
  left_amount: Amount | null
  /** Expected, no longer on the deposit, and not paid out to the wallet. */
  lost_amount: Generated<Amount>
  /** 1 once the ledger has what it moved. */
  booked: Generated<Flag>
}

type EventsTable = {
  merchant_id: string
  livemode: boolean
  sequence: number
  id: string
  type: EventType
  created_at: number
  /** The resource at that time, as JSON without the QR code, which follows from the rest. */
  object: string
  /** The payment that the resource is or belongs to; null if there is none. */
  payment_id: string | null
}

/** The last event that a named in-process listener has handled, by merchant and environment. */
type ListenersTable = {
  name: string
  merchant_id: string
  livemode: boolean
  sequence: number
}

/** A merchant's URL for events. */
type WebhooksTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: boolean
  url: string
  description: string | null
  /** JSON array of types and patterns such as 'payment.*'. */
  events: string
  created_at: number
  /** It receives only later events. */
  from_sequence: number
  /** The time of the first failure since the last success; null after a success. */
  failing_since: number | null
  disabled_at: number | null
  disabled_reason: 'failing' | 'gone' | 'manual' | null
  /** The connection that it was made for; null if a person or a program made it. */
  connection_id: string | null
}

/** Secrets that sign deliveries. The one without an end is the current one; others also sign until they expire. */
type WebhookSecretsTable = {
  seq: Generated<number>
  merchant_id: string
  livemode: boolean
  /** Null: the merchant's default secret, for payments' own 'webhookUrl'. */
  webhook_id: string | null
  /** 'whsec_' and base64, as Standard Webhooks writes it. */
  secret: string
  created_at: number
  expires_at: number | null
}

/** The last event for which deliveries were created. */
type WebhookPlacesTable = {
  merchant_id: string
  livemode: boolean
  sequence: number
}

/** One event for one receiver: at most one row, sent until it is accepted or given up. */
type DeliveriesTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: boolean
  /** Null: the receiver is the payment's own 'webhookUrl'. */
  webhook_id: string | null
  url: string
  /** A queue of deliveries: a slow receiver delays only its own lane. */
  lane: string
  event_id: string
  event_sequence: number
  event_type: EventType
  payment_id: string | null
  state: 'pending' | 'delivered' | 'failed'
  /** The number of attempts that have ended. */
  attempts: number
  /** The time at which it is sent next. A claim moves it past the end of an attempt, so that a crash loses nothing. */
  due_at: number | null
  created_at: number
  ended_at: number | null
  /** The HTTP status of the last answer; null if there was none. */
  last_status: number | null
}

/**
 * The time at which the first pending delivery of a lane is due: maybe earlier, never later. Null if none is pending.
 */
type DeliveryLanesTable = {
  lane: string
  due_at: number | null
  /** If several nodes send: the node that sends on this lane, and until when. */
  holder: string | null
  held_until: number | null
  /** The time at which users were last told that a delivery was given up. */
  reported_at: number | null
}

type DeliveryAttemptsTable = {
  delivery_id: string
  /** From 1 on. */
  number: number
  started_at: number
  latency_ms: number
  /** JSON object, without signatures. */
  request_headers: string
  response_status: number | null
  /** The first kilobyte. */
  response_body: string | null
  /** The reason for no response; null if there was one. */
  failure: string | null
}

/** The block up to which a network was read, and its last final block. */
type CursorsTable = {
  environment: Environment
  network: string
  chain: string
  version: number
  block_number: number
  block_hash: string
  parent_hash: string
  block_time: number
  final_number: number
  /** The number of blocks that the final one was behind when it last moved; null until it does. */
  final_lag: number | null
  /** The number of blocks that became final then. */
  final_step: number | null
}

/** The newest blocks read, from the final one to the cursor. They reveal a reorganisation. */
type BlocksTable = {
  environment: Environment
  network: string
  chain: string
  number: number
  hash: string
  parent_hash: string
  time: number
}

/** The block up to which final blocks of a network were reread, and the last one of which this is the first reading. */
type AuditsTable = {
  environment: Environment
  network: string
  chain: string
  version: number
  number: number
  /** The time of that block. */
  time: number
  /** Null when nothing was missed. */
  missed_to: number | null
  missed_to_time: number | null
}

/** Leases on work that one node does at a time. Times are the database's, in milliseconds. */
type LeasesTable = {
  name: string
  /** The random id of a process, drawn at its start. */
  holder: string
  /** Grows by one with each takeover. */
  token: number
  /** The holder's note from its last renewal, as JSON. */
  note: string
  renewed_at: number
  expires_at: number
}

/** The number of requests of an account that one node may accept. */
type PermitsTable = {
  id: Generated<number>
  /** The merchant, and whether it is in production. */
  account: string
  permits: number
  /** By the database's clock, in milliseconds. */
  taken_at: number
}

/** The size of a merchant's payments in an environment: how many are open, and the bytes of their metadata and URLs. */
type PaymentUsageTable = {
  merchant_id: string
  livemode: boolean
  open_payments: number
  text_bytes: number
}

/** Payments by time of creation and status, so that counting needs no scan. */
type TalliesTable = {
  merchant_id: string
  livemode: boolean
  /** Milliseconds: all time, a day or an hour. */
  span: number
  /** The number of such spans since the epoch. */
  start: number
  status: PaymentsTable['status']
  network: string
  cryptocurrency: Cryptocurrency
  /** As in the payment. */
  exceptions: string
  payments: number
}

/** The receipts of the payments completed in a quarter of an hour: 'quarter' counts them from the epoch. */
type ReceivedTalliesTable = {
  merchant_id: string
  livemode: boolean
  quarter: number
  network: string
  cryptocurrency: Cryptocurrency
  /** Whole coins of each payment, and the sum of what is left of each. */
  coins: Amount
  millionths: Amount
  payments: number
}

/** Terms by which payments are found, in lower case. The payment's time and number keep the order of lists. */
type SearchTermsTable = {
  merchant_id: string
  livemode: boolean
  term: string
  created_at: number
  payment_seq: number
}

/** The number of payments that have a term, if more than a hundred do. */
type SearchTalliesTable = {
  merchant_id: string
  livemode: boolean
  term: string
  payments: number
}

/** Transfers of a merchant by network, and whether they pay a payment. */
type TransferTalliesTable = {
  merchant_id: string
  livemode: boolean
  network: string
  attributed: Flag
  transfers: number
}

/** Events by type and thousand: those with the numbers from 1,000 n on. */
type EventTalliesTable = {
  merchant_id: string
  livemode: boolean
  type: string
  thousand: number
  events: number
}

/** The number of deliveries created in a span of time. Null webhooks are empty. */
type DeliveryTalliesTable = {
  merchant_id: string
  livemode: boolean
  span: number
  webhook_id: string
  event_type: string
  start: number
  deliveries: number
}

/** A key (lower case) that a server was configured with, and the merchant whose refunds it then paid. */
type RefundKeysTable = {
  chain: string
  signer: string
  merchant_id: string
}

/** A sign-in that failed lately, or is being tried. */
type FailedSignInsTable = {
  seq: Generated<number>
  /** A keyed hash of the address that was typed, or of a known browser, or of a session. */
  account: string
  /** A keyed hash of the part of a stranger's address that limits count by; null for those who are known. */
  network: string | null
  /** The user of the account; null if there is none. */
  user_id: string | null
  created_at: number
}

/** The times at which a backup was put back. */
type RestoresTable = {
  seq: Generated<number>
  restored_at: number
  /** The numbers ('seq') of the newest payment and the newest refund in the backup. */
  last_payment: number
  last_refund: number
}

/** Wallets (lower case) that an operator has compared with the chain since a restore. */
type ReleasedWalletsTable = {
  chain: string
  wallet: string
  restore_seq: number
}

/** Transfers that payers signed for this checkout to send. Times are milliseconds. */
type RelaysTable = {
  /** Derived from chain, account and nonce, and on EVM networks from the token. */
  id: string
  family: 'evm' | 'stellar'
  payment_id: string
  environment: Environment
  network: string
  chain: string
  /** Lower case, as are the next two. */
  token: string
  from_address: string
  to_address: string
  amount: Amount
  /** The amount that the payment asked for then. */
  due: Amount
  raw_amount: Amount
  /** Each account may use it once. Chosen by the payer, or on a page derived from the payment and the amount. */
  nonce: string
  /** The signature; on Stellar the signed authorization, in XDR. */
  signature: string
  /** The payer's own name for it; null without one. */
  identifier: string | null
  /** True if the account had code when it signed, so that its code decides what it has signed. */
  with_code: Generated<Flag>
  state: 'pending' | 'used' | 'failed'
  /** The reason of its failure. */
  reason: string | null
  /** The transaction that used it: the checkout's own, unless somebody else sent it. */
  hash: string | null
  /** Its cost, or the most that it may cost while it is pending, in the network's smallest unit. */
  cost: Amount
  created_at: number
  ended_at: number | null
  /** EVM: the seconds between which the token takes it. */
  valid_after: number | null
  valid_before: number | null
  /** Stellar, as all that follows: the memo that names the payment. */
  memo: string | null
  /** The last ledger in which it can be used. */
  valid_until: number | null
  /** The number of the payment's newest transfer then; 0 without one. Only later ones can be this one. */
  after_transfer: number | null
  /** The account that pays the fee, in display form. */
  signer: string | null
  /** The transaction as it was signed; null before. 'sent_until' in seconds: no ledger takes it later. */
  sequence: string | null
  envelope: string | null
  sent_hash: string | null
  sent_until: number | null
  /** 1 once the ledger has what it cost. On EVM networks the row of 'sends' says so. */
  booked: Generated<Flag>
}

/** A shop system that a person let use the shop. Until its code is exchanged, it has nothing. */
type ConnectionsTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: boolean
  client_name: string
  client_uri: string
  webhook_url: string
  /** JSON array. */
  scopes: string
  /** SHA-256 of the code, in hexadecimal digits. */
  code_hash: string
  /** SHA-256 of the verifier that the code is exchanged with, in base64url (RFC 7636). */
  code_challenge: string
  code_expires_at: number
  /** The author of the consent. */
  created_by: string
  created_at: number
  /** The time at which the code was exchanged; null if it was not. */
  connected_at: number | null
  /** The IP address that exchanged the code; null if it was not exchanged, or was before there was this column. */
  exchanged_from: string | null
}

/** A fact about money: what it changed, on which account. Addresses lower case. */
type EntriesTable = {
  merchant_id: string
  livemode: boolean
  /** The number of the event that books it, and its place among that event's entries, from 0. */
  sequence: number
  ordinal: number
  kind: EntryKind
  booked_at: number
  /** The time of its block; null if it is not known. */
  chain_time: number | null
  payment_id: string | null
  refund_id: string | null
  settlement_id: string | null
  transfer_id: string | null
  network: string
  chain: string
  /** Null if the network and so its own coin are no longer known. */
  coin: string | null
  /** The contract of the coin; null for the chain's own coin. */
  token: string | null
  /** The account whose balance it changes. */
  account: string
  counterparty: string | null
  /** What it added to the account, in millionths. */
  amount: Amount | null
  /** The same in the smallest unit of the coin. */
  raw_amount: Amount | null
  /** For money that left: what reached the other account, and what the coin took as its fee. */
  arrived: Amount | null
  coin_fee: Amount | null
  currency: string | null
  /** The payment's rate. */
  rate: string | null
  /** In the cents of 'domain/money.ts'. */
  fiat_amount: Amount | null
  /** The merchant's order number. */
  reference: string | null
  tx_hash: string | null
  /** The entry of the same merchant that it corrects. */
  corrects_sequence: number | null
  corrects_ordinal: number | null
  /** JSON: the reason for each field of the API that is null because it is not known. */
  unknown: string
}

/** The e-mail address of the customer of a payment. No other table has it. */
type CustomerEmailsTable = {
  payment_id: string
  merchant_id: string
  livemode: boolean
  email: string
  /** In small letters, so that mails to one mailbox are counted together. */
  email_key: string
  /** The language of the receipt: a language of payers' pages. */
  language: string
  /** The time at which it was given, from which on its days are counted. */
  created_at: number
}

/** Each sending of a receipt. It has no address. */
type CustomerReceiptsTable = {
  seq: Generated<number>
  /** The payment or refund. */
  subject: string
  payment_id: string
  merchant_id: string
  livemode: boolean
  /** 1 is of the completion. Each press of a person makes the next one. */
  round: number
  status: 'pending' | 'sent' | 'failed'
  attempts: number
  /** Null once it was sent, or given up. */
  due_at: number | null
  created_at: number
  ended_at: number | null
}

type MonthlyReportsTable = {
  merchant_id: string
  livemode: boolean
  /** Such as '2026-11'. */
  month: string
  /** The id that its messages name: the same whenever it is made. */
  id: string
  /** The answer of GET /reports/summary as JSON. Null if nobody wanted the report. */
  summary: string | null
  created_at: number
}

/** An entry that no settlement took yet. It is written with the entry, and deleted by the settlement that takes it. */
type WaitingEntriesTable = {
  merchant_id: string
  livemode: boolean
  /** 1 if its period has a settlement because of it. */
  opens: 0 | 1
  /** The settlements that may take it are of this chain, coin and wallet. Lower case. Empty if none is. */
  chain: string
  token: string
  wallet: string
  booked_at: number
  /** The key of the entry. */
  sequence: number
  ordinal: number
}

/** An entry that a settlement took. It stays as it is. */
type TakenEntriesTable = {
  settlement_id: string
  /** The key of the entry. Its merchant is the settlement's. */
  sequence: number
  ordinal: number
  /** What it was when the settlement took it. */
  role: 'payment' | 'part' | 'surplus' | 'late' | 'unattributed' | 'refund' | 'fee' | 'moved'
  /** The settlement before that took money of the same payment, or the entry that it corrects. */
  follows: string | null
}

/** Accounts of the converter, by which deposits' money goes on to another network. Addresses lower case. */
type ConversionAccountsTable = {
  chain: string
  account: string
  merchant_id: string
  livemode: boolean
  network: string
  token: string
  /** The wallet on the same network. */
  wallet: string
  /** The network that the money goes to, with its coin and the wallet there. */
  to_network: string
  to_chain: string
  to_token: string
  recipient: string
  /** All that the address commits to, as JSON. */
  terms: string
  /** What left it up to this block was read twice, and is in 'exits'; and what was read once. */
  read_until: number
  read_once: number
  /** It is not looked at again before this time. */
  due_at: number
  /** The last transaction that was to move its money; null before the first. */
  send_id: number | null
  created_at: number
}

/** Chains whose converter is there, finally. */
type ConvertersTable = {
  chain: string
  deployed_at: number
}

/** The money that a settlement brought to an account. */
type ConversionsTable = {
  seq: Generated<number>
  settlement_id: string
  chain: string
  account: string
  amount: Amount
  /** The part that has left the account. */
  placed: Generated<Amount>
  /** It did not reach the account before this block. */
  from_block: number
  created_at: number
  /** When all of it had arrived. */
  ended_at: number | null
}

/** Money that left an account, in final blocks: burned to be minted on another network, or released to the wallet. */
type ExitsTable = {
  seq: Generated<number>
  chain: string
  account: string
  tx_hash: string
  log_index: number
  state: 'burned' | 'attested' | 'delivered' | 'released'
  left_amount: Amount
  /** The part whose settlement is known. */
  placed: Generated<Amount>
  block_number: number
  block_time: number
  /** Of a burn: the message that was sent, and then the signed one. */
  message: string | null
  attestation: string | null
  nonce: string | null
  /** When the message was signed. */
  attested_at: number | null
  /** It is not asked for, or delivered, again before this time. */
  due_at: number
  asked: Generated<number>
  /** What arrived, where and when; null until then. */
  arrived: Amount | null
  arrived_hash: string | null
  arrived_time: number | null
}

/** The part of an exit that was a settlement's money. */
type ExitSharesTable = {
  exit: number
  settlement_id: string
  amount: Amount
  /** The sum of the exit's shares before it. */
  placed_before: Amount
}

type EarlyDeliveriesTable = {
  /** Of the signed message: 32 bytes in lower case. */
  nonce: string
  /** The transaction of ours that burned the money. */
  send_id: number
  /** The converter's account. */
  chain: string
  account: string
  /** The settlement that pays for the delivery. */
  settlement_id: string
  amount: Amount
  created_at: number
}

export type Tables = {
  merchants: MerchantsTable
  logos: LogosTable
  api_keys: ApiKeysTable
  settings_changes: SettingsChangesTable
  wallet_users: WalletUsersTable
  wallets: WalletsTable
  server_secrets: ServerSecretsTable
  idempotency: IdempotencyTable
  request_log: RequestLogTable
  audit_log: AuditLogTable
  users: UsersTable
  memberships: MembershipsTable
  passwords: PasswordsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  invitations: InvitationsTable
  sessions: SessionsTable
  spent_challenges: SpentChallengesTable
  email_codes: EmailCodesTable
  notification_choices: NotificationChoicesTable
  notification_places: NotificationPlacesTable
  notifications: NotificationsTable
  payments: PaymentsTable
  methods: MethodsTable
  payment_links: PaymentLinksTable
  reservations: ReservationsTable
  reports: ReportsTable
  receipt_keys: ReceiptKeysTable
  receipts: ReceiptsTable
  sends: SendsTable
  send_attempts: SendAttemptsTable
  sending_keys: SendingKeysTable
  refunds: RefundsTable
  transfers: TransfersTable
  stray_dust: StrayDustTable
  deposits: DepositsTable
  factories: FactoriesTable
  deposit_balances: DepositBalancesTable
  settlements: SettlementsTable
  settlement_places: SettlementPlacesTable
  sweeps: SweepsTable
  events: EventsTable
  listeners: ListenersTable
  webhooks: WebhooksTable
  webhook_secrets: WebhookSecretsTable
  webhook_places: WebhookPlacesTable
  deliveries: DeliveriesTable
  delivery_lanes: DeliveryLanesTable
  delivery_attempts: DeliveryAttemptsTable
  cursors: CursorsTable
  blocks: BlocksTable
  audits: AuditsTable
  leases: LeasesTable
  permits: PermitsTable
  payment_usage: PaymentUsageTable
  tallies: TalliesTable
  received_tallies: ReceivedTalliesTable
  search_terms: SearchTermsTable
  search_tallies: SearchTalliesTable
  transfer_tallies: TransferTalliesTable
  event_tallies: EventTalliesTable
  delivery_tallies: DeliveryTalliesTable
  refund_keys: RefundKeysTable
  failed_sign_ins: FailedSignInsTable
  restores: RestoresTable
  released_wallets: ReleasedWalletsTable
  relays: RelaysTable
  connections: ConnectionsTable
  entries: EntriesTable
  customer_emails: CustomerEmailsTable
  customer_receipts: CustomerReceiptsTable
  monthly_reports: MonthlyReportsTable
  waiting_entries: WaitingEntriesTable
  taken_entries: TakenEntriesTable
  conversion_accounts: ConversionAccountsTable
  converters: ConvertersTable
  conversions: ConversionsTable
  exits: ExitsTable
  exit_shares: ExitSharesTable
  early_deliveries: EarlyDeliveriesTable
}

/** The columns of amounts, in any table. A smallint of the same name is a flag. */
export const AMOUNTS: ReadonlySet<string> = new Set([
  'amount',
  'arrived',
  'coin_fee',
  'coins',
  'cost',
  'due',
  'dust',
  'dust_in_grace',
  'dust_on_time',
  'expected',
  'fiat_amount',
  'gas_cost',
  'gas_limit',
  'gas_price',
  'gas_used',
  'in_grace',
  'in_grace_final',
  'least_gas',
  'left_amount',
  'lost_amount',
  'max_cost',
  'max_fee',
  'millionths',
  'min_transfer',
  'on_time',
  'on_time_final',
  'outstanding',
  'placed',
  'placed_before',
  'price',
  'priority_fee',
  'raw_amount',
  'raw_left',
  'received',
  'received_final',
  'refunded',
  'swept',
  'tail_allowance',
  'told_amount',
  'tolerance',
  'unattributed',
])

/** Those of them that are kept as text, because 64 bits are too few. */
export const AMOUNT_TEXTS: readonly string[] = [
  'cost',
  'gas_cost',
  'gas_limit',
  'gas_price',
  'gas_used',
  'max_cost',
  'max_fee',
  'priority_fee',
  'raw_amount',
  'raw_left',
]
