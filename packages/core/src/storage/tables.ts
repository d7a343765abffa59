import type { Generated, Insertable, Selectable } from 'kysely'

/**
 * Amounts are integers of 10^-6 coin, times milliseconds, raw chain integers text, flags 0 or 1.
 * A database answers an amount as a number while it is safe and as a bigint beyond; stores turn
 * both into a bigint.
 */
type Amount = number | bigint
type Flag = 0 | 1

type MerchantsTable = {
  seq: Generated<number>
  id: string
  name: string
  /** Six hexadecimal digits; null for the checkout's own colour. */
  accent: string | null
  plan: string
  created_at: number
  /** The last event's sequence number in each environment. */
  live_sequence: Generated<number>
  sandbox_sequence: Generated<number>
}

type ApiKeysTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: Flag
  public_key: string
  secret_hash: string
  /** JSON array; null: everything is allowed. */
  scopes: string | null
  require_signature: Flag
  /** Whose key it is, where the server made it for itself. */
  label: string | null
  created_at: number
  revoked_at: number | null
}

type PaymentsTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: Flag
  version: number
  status: string
  exceptions: string
  amount_cents: number
  currency: string
  cryptocurrency: string
  network: string
  /** CAIP-2 id of the chain, as in `eip155:1`. */
  chain: string
  token: string
  rate: string
  due: Amount
  /** The coins of `amount_cents`, without a tail; null in payments of earlier releases. */
  price: Generated<Amount | null>
  tolerance: Amount
  tail_allowance: Amount
  late_payments: string
  received: Amount
  /** What the payer is asked for now. */
  outstanding: Amount
  merchant_wallet: string
  address: string
  /** What the payer must name, where a memo tells payments apart. */
  memo: string | null
  /** What tells it from the others: `amount`, `memo` or `address`. */
  recognition: string
  redirect_url: string | null
  webhook_url: string | null
  metadata: string
  created_at: number
  expires_at: number
  /** When the chain was known to have passed the deadline. */
  past_deadline_at: number | null
  cancelled_at: number | null
  accepted_at: number | null
  completed_at: number | null
  /** Of all transfers, those that are no longer on the chain included. */
  transfer_count: number
  /** A transfer of less is dust: it makes no change of status by itself. */
  min_transfer: Generated<Amount>
  /** The sums of its transfers, as in `domain/sums.ts`; the sum of all is `received`. */
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
  /** What has gone back, finally. */
  refunded: Generated<Amount>
  /** Null until its period is closed. */
  settlement_id: string | null
}

/**
 * Addresses of payments' own, lower case. An address follows from the payment and the recipient, so it
 * is this payment's on every chain.
 */
type DepositsTable = {
  address: string
  /** Where its payment asks for money. */
  chain: string
  payment_id: string
  /** The merchant's wallet: the only place where its money can go. */
  recipient: string
  /** The contract that deploys and sweeps it. */
  factory: string
}

/** Since when the contract that sweeps deposits is known to be on a chain, for good. */
type FactoriesTable = { chain: string; deployed_at: number }

/** What came to a deposit in a token, finally, and how much of it was swept. Addresses lower case. */
type DepositBalancesTable = {
  chain: string
  token: string
  address: string
  payment_id: string
  merchant_id: string
  livemode: Flag
  network: string
  cryptocurrency: string
  recipient: string
  received: Amount
  swept: Amount
  /** When something came that was not swept yet, or was left by a sweep; later where that is to wait. */
  funded_at: number
  /** Whose sweep of it is under way. */
  settlement_id: string | null
}

/** A deposit's part in a settlement. At most one sweep of a deposit's token is open at a time. */
type SweepsTable = {
  settlement_id: string
  address: string
  chain: string
  token: string
  payment_id: string
  send_id: number
  /** `empty`: somebody else had swept it. `released`: it waits for the next settlement. */
  state: 'open' | 'swept' | 'empty' | 'released'
  expected: Amount
  /** What reached the wallet; null while it is open. */
  amount: Amount | null
  /** What left the deposit: more than `amount` where the coin takes a fee. */
  left_amount: Generated<Amount | null>
  /** What was expected, is no longer on the deposit, and was not paid out to the wallet. */
  lost_amount: Generated<Amount>
}

/** Who may expect which amount on a wallet. Rows stay when another payment takes the amount over. */
type ReservationsTable = {
  seq: Generated<number>
  chain: string
  token: string
  address: string
  amount: Amount
  payment_id: string
  /** Whose payment it is. */
  merchant_id: string | null
  reserved_at: number
  /** When the payment ended; null while it is open. */
  released_at: number | null
  /** 1 for the last holder of the amount, null for former ones: unique per wallet and amount. */
  current: 1 | null
}

/** What keys of this checkout's own are derived from, as base64. No interface shows it. */
type ServerSecretsTable = { name: string; secret: string; created_at: number }

/** Which merchants may name a wallet, and which were refused. One of them owns it. */
type WalletUsersTable = {
  /** The kind of network, as CAIP-2 names it: an address is one key on all networks of a kind. */
  namespace: 'eip155' | 'stellar'
  /** Lower case. */
  address: string
  merchant_id: string
  role: 'owner' | 'shared' | 'refused'
  created_at: number
  /** When the merchant proved the wallet by its signature; null if it did not. */
  proven_at: number | null
  /** When the operator decided last what the merchant is to the wallet; null if never. */
  decided_at: number | null
}

/** Which wallets are watched, for whom, and since when. */
type WalletsTable = {
  chain: string
  address: string
  merchant_id: string
  livemode: Flag
  created_at: number
  /** 1 where payments ask for money; 0 on other networks, where payers send it by mistake. */
  asked: Flag
}

type TransfersTable = {
  seq: Generated<number>
  id: string
  chain: string
  network: string
  cryptocurrency: string
  tx_hash: string
  token: string
  from_address: string
  to_address: string
  raw_amount: string
  /** As it came. */
  memo: string | null
  ordinal: number
  amount: Amount
  state: string
  log_index: number
  block_number: number
  block_hash: string
  block_time: number
  seen_at: number
  final_at: number | null
  payment_id: string | null
  /** Whose own address it went to, or the one payment whose payer's page named its transaction. */
  suggested_payment: string | null
  /** JSON array of the payments whose payers' pages named its transaction; null for none. */
  named_by: string | null
  /** Whose wallet it went to. Null for one of earlier releases to a wallet of several merchants: the operator sees it. */
  merchant_id: string | null
  livemode: Flag
  /** 1 where it is less than the least amount of its payment, or of the checkout where it pays none. */
  dust: Generated<Flag>
}

/** Unattributed dust to a wallet in a coin. Addresses lower case. */
type StrayDustTable = {
  seq: Generated<number>
  chain: string
  token: string
  address: string
  merchant_id: string
  livemode: Flag
  /** The sum and the number of all transfers of it that pay nothing. */
  amount: Amount
  transfers: number
  /** How much of both was told by the last event. */
  told_amount: Amount
  told_transfers: number
}

/** A payout of payments to a merchant's wallet: what was paid there already, or what is swept to it. */
type SettlementsTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: Flag
  /** `closing` while payments are put into it. */
  status: string
  method: string
  network: string
  chain: string
  token: string
  cryptocurrency: string
  destination: string
  amount: Amount
  settlement_currency: string
  fee_amount: string
  fee_currency: string
  payment_count: number
  /** JSON array of hashes. */
  transactions: string
  period_start: number
  /** It holds what was completed before. */
  period_end: number
  failure: string | null
  created_at: number
  completed_at: number | null
  /** Wei that its sweeps have cost. */
  gas_cost: Generated<string>
}

/** Up to when periods are closed, and the end of the one that is being closed. */
type SettlementPlacesTable = {
  merchant_id: string
  livemode: Flag
  closed_until: number
  closing_until: number | null
}

/** Transactions that payers' pages named: where to look, and no proof of anything. */
type ReportsTable = {
  payment_id: string
  /** From 1 to 20: a payment has no more. */
  slot: number
  tx_hash: string
  from_address: string
  reported_at: number
}

type EventsTable = {
  merchant_id: string
  livemode: Flag
  sequence: number
  id: string
  type: string
  created_at: number
  /** The resource as it was then, as JSON without the QR code, which follows from the rest. */
  object: string
}

type IdempotencyTable = {
  merchant_id: string
  livemode: Flag
  key: string
  fingerprint: string
  status: number
  body: string
  created_at: number
}

/** Where a named in-process listener stands in the events of a merchant and environment. */
type ListenersTable = { name: string; merchant_id: string; livemode: Flag; sequence: number }

/** How far a network has been read, and up to where it is final. */
type CursorsTable = {
  environment: string
  network: string
  chain: string
  version: number
  block_number: number
  block_hash: string
  parent_hash: string
  block_time: number
  final_number: number
  /** How many blocks the final one was behind when it moved last; null until it does. */
  final_lag: number | null
  /** How many blocks became final then. */
  final_step: number | null
}

/** The newest blocks read, from the final one to the cursor: what a reorganisation is told by. */
type BlocksTable = {
  environment: string
  network: string
  chain: string
  number: number
  hash: string
  parent_hash: string
  time: number
}

/** How far the final blocks of a network were reread, and up to where this is their first reading. */
type AuditsTable = {
  environment: string
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

/** Payments by time of creation and status, so that counting needs no scan. */
type TalliesTable = {
  merchant_id: string
  livemode: Flag
  /** Milliseconds: a day or an hour. */
  span: number
  /** How many such spans after the epoch. */
  start: number
  status: string
  payments: number
}

/** What a merchant's payments take up in an environment: how many are open, and the bytes of their metadata and URLs. */
type PaymentUsageTable = { merchant_id: string; livemode: Flag; open_payments: number; text_bytes: number }

/** Transfers of a merchant by network, and whether they pay a payment. */
type TransferTalliesTable = {
  merchant_id: string
  livemode: Flag
  network: string
  attributed: Flag
  transfers: number
}

/** Events by type and thousand: those with the numbers from 1,000 n on. */
type EventTalliesTable = { merchant_id: string; livemode: Flag; type: string; thousand: number; events: number }

/** A merchant's URL that is told of events. */
type WebhooksTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: Flag
  url: string
  description: string | null
  /** JSON array of types and patterns such as `payment.*`. */
  events: string
  created_at: number
  /** It is told of later events than this one. */
  from_sequence: number
  /** When the first of the failures since the last success was; null while it does well. */
  failing_since: number | null
  disabled_at: number | null
  disabled_reason: string | null
}

/** What deliveries are signed with. A secret without an end is the current one; others sign along until theirs. */
type WebhookSecretsTable = {
  seq: Generated<number>
  merchant_id: string
  livemode: Flag
  /** Null: the merchant's default secret, for payments' own `webhookUrl`. */
  webhook_id: string | null
  /** `whsec_` and base64, as Standard Webhooks writes it. */
  secret: string
  created_at: number
  expires_at: number | null
}

/** Up to which event there are deliveries. */
type WebhookPlacesTable = { merchant_id: string; livemode: Flag; sequence: number }

/** One event for one receiver: at most one row, sent until it is accepted or given up. */
type DeliveriesTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: Flag
  /** Null: the receiver is the payment's own `webhookUrl`. */
  webhook_id: string | null
  url: string
  /** Receivers that must not delay one another are on lanes of their own. */
  lane: string
  event_id: string
  event_sequence: number
  event_type: string
  payment_id: string | null
  state: string
  /** How many have ended. */
  attempts: number
  /** When it is to be sent next. A claim moves it past the time an attempt may take, so that a crash loses nothing. */
  due_at: number | null
  created_at: number
  ended_at: number | null
}

/** When the first pending delivery of a lane is due: maybe earlier, never later. Null when none is pending. */
type DeliveryLanesTable = {
  lane: string
  due_at: number | null
  /** Where several nodes send: the one that does on this lane, until a time. */
  holder: string | null
  held_until: number | null
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
  /** Why there was no answer; null where there was one. */
  failure: string | null
}

/** A transaction that is to be sent, or was. Addresses lower case. */
/** How far the transactions of a key that the chain has are explained. */
type SendingKeysTable = {
  chain: string
  signer: string
  /** All nonces below it are. */
  accounted: number
  /** Up to this block the key has sent nothing that is unknown; null before the first final block. */
  checked_block: number | null
}

type SendsTable = {
  id: Generated<number>
  environment: string
  network: string
  chain: string
  signer: string
  purpose: string
  /** What it is for, as in `set_...`. */
  subject: string
  to_address: string
  data: string
  /** Its gas limit is no lower. */
  least_gas: number
  /** Wei that it may cost; null where only the network's limit counts. */
  max_cost: string | null
  state: string
  /** Null while nothing is signed. */
  nonce: number | null
  created_at: number
  /** Before this time it is not tried again. */
  due_at: number
  /** Since when its contract refuses it. */
  refused_since: number | null
  /** Since when its nonce is finally used, and none of its attempts is found. */
  missing_since: number | null
  ended_at: number | null
  /** Of the transaction that was mined in the end, and what its receipt says; gas in units, its price in wei. */
  hash: string | null
  block_number: number | null
  block_time: number | null
  gas_used: string | null
  gas_price: string | null
  failure: string | null
}

/** Bytes that were signed for a send. All have its nonce, so at most one of them is ever mined. */
type SendAttemptsTable = {
  send_id: number
  /** From 1 on. */
  number: number
  hash: string
  raw: string
  gas_limit: string
  /** Wei for each gas, as is the next. */
  max_fee: string
  priority_fee: string
  signed_at: number
  /** When a node answered to it last, and what. */
  offered_at: number | null
  answer: string | null
  /** 1: it only takes the nonce, with a transaction of nothing to the key's own account. */
  nonce_only: Generated<Flag>
}

/** What a merchant changed of its settings, for ever: the last one holds those in force. */
type SettingsChangesTable = {
  seq: Generated<number>
  merchant_id: string
  livemode: Flag
  /** Never before the one before, whatever the clock says. */
  changed_at: number
  changed_by: string
  /** The settings as JSON. */
  settings_before: string
  settings_after: string
}

/** Money on its way back. Addresses lower case, but for `destination`. */
type RefundsTable = {
  seq: Generated<number>
  id: string
  merchant_id: string
  livemode: Flag
  payment_id: string
  method: 'collect' | 'sign' | 'signer'
  status: 'pending' | 'submitted' | 'completed' | 'failed' | 'cancelled'
  amount_cents: number
  currency: string
  cryptocurrency: string
  amount: Amount
  network: string
  chain: string
  token: string
  raw_amount: string
  /** Whose money it is. */
  from_address: string
  /** Null until the payer says. */
  destination: string | null
  to_address: string | null
  memo: string | null
  reason: string | null
  /** The hash of what opens the payer's page; null where the merchant gave the address. */
  page_token: string | null
  /** The transaction by which a key of this checkout pays it. */
  send_id: number | null
  failure: string | null
  created_at: number
  /** Its transfer is not from before; null without a destination. */
  watched_from: number | null
  cancelled_at: number | null
  completed_at: number | null
  /** The transfer that is its own, where one was seen. */
  transfer_state: 'seen' | 'final' | null
  tx_hash: string | null
  ordinal: number | null
  log_index: number | null
  block_number: number | null
  block_hash: string | null
  block_time: number | null
  /** What came to the recipient, where a transfer was seen: less than `raw_amount` where the coin takes a fee. */
  raw_arrived: Generated<string | null>
}

/** What payers signed for this checkout to send. Times are milliseconds. */
type AuthorizationsTable = {
  /** Of the payment and the amount, as the token takes it once. */
  nonce: string
  payment_id: string
  environment: string
  network: string
  chain: string
  /** Lower case, as are the next two. */
  token: string
  from_address: string
  to_address: string
  amount: Amount
  raw_amount: string
  valid_after: number
  valid_before: number
  signature: string
  state: string
  /** Why it failed. */
  reason: string | null
  /** Of the transaction that used it. */
  hash: string | null
  /** Wei that it has cost, or may cost while it is pending. */
  cost: string
  created_at: number
  ended_at: number | null
}

/** Who does what one node does at a time. Times are the database's, in milliseconds. */
type LeasesTable = {
  name: string
  /** A process, by what it drew at its start. */
  holder: string
  /** One more with each takeover. */
  token: number
  /** What the holder told with its last renewal, as JSON. */
  note: string
  renewed_at: number
  expires_at: number
}

/** How many requests of an account one node may accept. */
type PermitsTable = {
  id: Generated<number>
  /** The merchant, and whether it is in production. */
  account: string
  permits: number
  /** By the database's clock, in milliseconds. */
  taken_at: number
}

export type Tables = {
  merchants: MerchantsTable
  api_keys: ApiKeysTable
  payments: PaymentsTable
  deposits: DepositsTable
  factories: FactoriesTable
  deposit_balances: DepositBalancesTable
  sweeps: SweepsTable
  reservations: ReservationsTable
  settlements: SettlementsTable
  settlement_places: SettlementPlacesTable
  server_secrets: ServerSecretsTable
  wallet_users: WalletUsersTable
  wallets: WalletsTable
  transfers: TransfersTable
  stray_dust: StrayDustTable
  reports: ReportsTable
  events: EventsTable
  idempotency: IdempotencyTable
  listeners: ListenersTable
  cursors: CursorsTable
  blocks: BlocksTable
  audits: AuditsTable
  tallies: TalliesTable
  payment_usage: PaymentUsageTable
  transfer_tallies: TransferTalliesTable
  event_tallies: EventTalliesTable
  webhooks: WebhooksTable
  webhook_secrets: WebhookSecretsTable
  webhook_places: WebhookPlacesTable
  deliveries: DeliveriesTable
  delivery_lanes: DeliveryLanesTable
  delivery_attempts: DeliveryAttemptsTable
  sends: SendsTable
  send_attempts: SendAttemptsTable
  sending_keys: SendingKeysTable
  settings_changes: SettingsChangesTable
  refunds: RefundsTable
  authorizations: AuthorizationsTable
  leases: LeasesTable
  permits: PermitsTable
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>
