/** Migrations import nothing, so that history never changes with the code. `{id}` is the profile's row number. */
export const up = `
create table merchants (
  seq {id},
  id text not null unique,
  name text not null,
  accent text,
  plan text not null,
  created_at bigint not null,
  live_sequence bigint not null default 0,
  sandbox_sequence bigint not null default 0
);

create table api_keys (
  seq {id},
  id text not null unique,
  merchant_id text not null references merchants (id),
  livemode smallint not null,
  public_key text not null unique,
  secret_hash text not null,
  scopes text,
  require_signature smallint not null,
  label text,
  created_at bigint not null,
  revoked_at bigint
);

create table payments (
  seq {id},
  id text not null unique,
  merchant_id text not null references merchants (id),
  livemode smallint not null,
  version bigint not null,
  status text not null check (status in ('created', 'partially_paid', 'processing', 'completed', 'expired', 'cancelled')),
  exceptions text not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  cryptocurrency text not null,
  network text not null,
  chain text not null,
  token text not null,
  rate text not null,
  due bigint not null check (due > 0),
  tolerance bigint not null,
  tail_allowance bigint not null,
  late_payments text not null,
  received bigint not null check (received >= 0),
  outstanding bigint not null check (outstanding >= 0),
  merchant_wallet text not null,
  address text not null,
  memo text,
  redirect_url text,
  webhook_url text,
  metadata text not null,
  created_at bigint not null,
  expires_at bigint not null,
  past_deadline_at bigint,
  cancelled_at bigint,
  accepted_at bigint,
  completed_at bigint,
  transfer_count bigint not null
);
create index payments_listed on payments (merchant_id, livemode, created_at, seq);
create index payments_by_status on payments (merchant_id, livemode, status, created_at, seq);
create index payments_of_network on payments (livemode, network, chain, seq);
create unique index payments_memo on payments (chain, memo, address) where memo is not null;
create index payments_waiting on payments (livemode, network, expires_at) where status in ('created', 'partially_paid');

create table reservations (
  seq {id},
  chain text not null,
  token text not null,
  address text not null,
  amount bigint not null,
  payment_id text not null,
  reserved_at bigint not null,
  released_at bigint,
  current smallint
);
create unique index reservations_current on reservations (chain, token, address, amount) where current = 1;
create index reservations_held on reservations (chain, token, address, amount);
create index reservations_of_payment on reservations (payment_id);

create table wallets (
  chain text not null,
  address text not null,
  merchant_id text not null,
  livemode smallint not null,
  created_at bigint not null,
  asked smallint not null,
  primary key (chain, address, merchant_id, livemode)
);

create table transfers (
  seq {id},
  id text not null unique,
  chain text not null,
  network text not null,
  cryptocurrency text not null,
  tx_hash text not null,
  token text not null,
  from_address text not null,
  to_address text not null,
  raw_amount text not null,
  memo text,
  ordinal bigint not null,
  amount bigint not null check (amount >= 0),
  state text not null check (state in ('seen', 'final', 'orphaned')),
  log_index bigint not null,
  block_number bigint not null,
  block_hash text not null,
  block_time bigint not null,
  seen_at bigint not null,
  final_at bigint,
  payment_id text references payments (id),
  suggested_payment text,
  merchant_id text,
  livemode smallint not null
);
create unique index transfers_identity on transfers
  (chain, tx_hash, token, from_address, to_address, raw_amount, ordinal, coalesce(memo, ''));
create index transfers_of_payment on transfers (payment_id);
create index transfers_unattributed_of_network on transfers (merchant_id, livemode, network, seq) where payment_id is null;
create index transfers_attributed_of_network on transfers (merchant_id, livemode, network, seq) where payment_id is not null;
create index transfers_of_block on transfers (chain, block_number);
create index transfers_unattributed_of_amount on transfers (to_address, amount, block_time) where payment_id is null;

create table reports (
  payment_id text not null references payments (id),
  slot smallint not null check (slot between 1 and 20),
  tx_hash text not null,
  from_address text not null,
  reported_at bigint not null,
  primary key (payment_id, slot),
  unique (payment_id, tx_hash)
);
create index reports_of_transaction on reports (tx_hash);
create index reports_by_time on reports (reported_at);

create table events (
  merchant_id text not null,
  livemode smallint not null,
  sequence bigint not null,
  id text not null unique,
  type text not null,
  created_at bigint not null,
  object text not null,
  primary key (merchant_id, livemode, sequence)
);
create index events_by_type on events (merchant_id, livemode, type, sequence);

create table idempotency (
  merchant_id text not null,
  livemode smallint not null,
  key text not null,
  fingerprint text not null,
  status bigint not null,
  body text not null,
  created_at bigint not null,
  primary key (merchant_id, livemode, key)
);

create table listeners (
  name text not null,
  merchant_id text not null,
  livemode smallint not null,
  sequence bigint not null,
  primary key (name, merchant_id, livemode)
);

create table cursors (
  environment text not null,
  network text not null,
  chain text not null,
  version bigint not null,
  block_number bigint not null,
  block_hash text not null,
  parent_hash text not null,
  block_time bigint not null,
  final_number bigint not null,
  final_lag bigint,
  final_step bigint,
  primary key (environment, network, chain)
);

create table blocks (
  environment text not null,
  network text not null,
  chain text not null,
  number bigint not null,
  hash text not null,
  parent_hash text not null,
  time bigint not null,
  primary key (environment, network, chain, number)
);

create table audits (
  environment text not null,
  network text not null,
  chain text not null,
  version bigint not null,
  number bigint not null,
  time bigint not null,
  missed_to bigint,
  missed_to_time bigint,
  primary key (environment, network, chain)
);

create table tallies (
  merchant_id text not null,
  livemode smallint not null,
  span bigint not null,
  start bigint not null,
  status text not null,
  payments bigint not null,
  primary key (merchant_id, livemode, span, start, status)
);

create table transfer_tallies (
  merchant_id text not null,
  livemode smallint not null,
  network text not null,
  attributed smallint not null,
  transfers bigint not null,
  primary key (merchant_id, livemode, network, attributed)
);

create table event_tallies (
  merchant_id text not null,
  livemode smallint not null,
  type text not null,
  thousand bigint not null,
  events bigint not null,
  primary key (merchant_id, livemode, type, thousand)
);
`
