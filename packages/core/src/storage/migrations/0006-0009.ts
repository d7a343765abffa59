/** Merchants' payouts with their payments, and up to when periods are closed. */
export const settlements = `
create table settlements (
  seq {id},
  id text not null unique,
  merchant_id text not null,
  livemode smallint not null,
  status text not null check (status in ('closing', 'pending', 'completed', 'failed')),
  method text not null check (method in ('direct', 'deposit')),
  network text not null,
  chain text not null,
  token text not null,
  cryptocurrency text not null,
  destination text not null,
  amount bigint not null,
  settlement_currency text not null,
  fee_amount text not null,
  fee_currency text not null,
  payment_count bigint not null,
  transactions text not null,
  period_start bigint not null,
  period_end bigint not null,
  failure text,
  created_at bigint not null,
  completed_at bigint
);
create index settlements_listed on settlements (merchant_id, livemode, created_at, seq);
create index settlements_by_status on settlements (merchant_id, livemode, status, created_at, seq);
create index settlements_of_period on settlements (merchant_id, livemode, period_end);

create table settlement_places (
  merchant_id text not null,
  livemode smallint not null,
  closed_until bigint not null,
  closing_until bigint,
  primary key (merchant_id, livemode)
);

alter table payments add column settlement_id text;
create index payments_unsettled on payments
  (merchant_id, livemode, chain, token, lower(merchant_wallet), completed_at)
  where completed_at is not null and settlement_id is null and recognition <> 'address';
create index payments_of_settlement on payments (settlement_id, created_at, seq) where settlement_id is not null;
`

/** Refunds, and how much of each payment has been refunded. */
export const refunds = `
alter table payments add column refunded bigint not null default 0;

create table refunds (
  seq {id},
  id text not null unique,
  merchant_id text not null references merchants (id),
  livemode smallint not null,
  payment_id text not null references payments (id),
  method text not null check (method in ('collect', 'sign', 'signer')),
  status text not null check (status in ('pending', 'submitted', 'completed', 'failed', 'cancelled')),
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  cryptocurrency text not null,
  amount bigint not null check (amount > 0),
  network text not null,
  chain text not null,
  token text not null,
  raw_amount text not null,
  from_address text not null,
  destination text,
  to_address text,
  memo text,
  reason text,
  page_token text unique,
  send_id bigint,
  failure text,
  created_at bigint not null,
  watched_from bigint,
  cancelled_at bigint,
  completed_at bigint,
  transfer_state text check (transfer_state in ('seen', 'final')),
  tx_hash text,
  ordinal bigint,
  log_index bigint,
  block_number bigint,
  block_hash text,
  block_time bigint,
  check ((destination is null) = (to_address is null)),
  check ((method = 'collect') = (destination is null)),
  check ((method = 'signer') = (send_id is not null)),
  check ((transfer_state is null) = (tx_hash is null))
);
create index refunds_listed on refunds (merchant_id, livemode, created_at, seq);
create index refunds_of_payment on refunds (payment_id, seq);
create index refunds_awaited on refunds (chain, to_address) where status in ('pending', 'submitted');
create index refunds_cancelled on refunds (chain, cancelled_at) where status = 'cancelled';
create index refunds_signed on refunds (chain, from_address, watched_from) where method = 'signer';
create index refunds_of_block on refunds (chain, block_number) where block_number is not null;
create unique index refunds_transfer on refunds
  (chain, tx_hash, token, from_address, to_address, raw_amount, ordinal, coalesce(memo, '')) where tx_hash is not null;
`

/** Payments that payers signed and this checkout sends, and the most that a transaction may cost. */
export const authorizations = `
alter table sends add column max_cost text;

create table authorizations (
  nonce text primary key,
  payment_id text not null references payments (id),
  environment text not null,
  network text not null,
  chain text not null,
  token text not null,
  from_address text not null,
  to_address text not null,
  amount bigint not null check (amount > 0),
  raw_amount text not null,
  valid_after bigint not null,
  valid_before bigint not null,
  signature text not null,
  state text not null check (state in ('pending', 'used', 'failed')),
  reason text,
  hash text,
  cost text not null,
  created_at bigint not null,
  ended_at bigint,
  check ((ended_at is null) = (state = 'pending'))
);
create unique index authorizations_pending on authorizations (payment_id) where state = 'pending';
create index authorizations_of_payment on authorizations (payment_id, created_at);
create index authorizations_by_time on authorizations (environment, network, created_at);
create index authorizations_used on authorizations (chain, hash) where hash is not null;
`

/** Balances of payments' own addresses, how much each sweep moved, and where the sweeping contract is deployed. */
export const sweeps = `
create table factories (
  chain text primary key,
  deployed_at bigint not null
);

create table deposit_balances (
  chain text not null,
  token text not null,
  address text not null,
  payment_id text not null references payments (id),
  merchant_id text not null,
  livemode smallint not null,
  network text not null,
  cryptocurrency text not null,
  recipient text not null,
  received bigint not null,
  swept bigint not null,
  funded_at bigint not null,
  settlement_id text,
  primary key (chain, token, address)
);
create index deposit_balances_due on deposit_balances (merchant_id, livemode, chain, token, recipient, funded_at)
  where settlement_id is null and received > swept;
insert into deposit_balances
  select t.chain, t.token, t.to_address, d.payment_id, p.merchant_id, p.livemode, t.network, t.cryptocurrency,
    d.recipient, sum(t.amount), 0, max(t.final_at), null
  from transfers t join deposits d on d.address = t.to_address join payments p on p.id = d.payment_id
  where t.state = 'final'
  group by t.chain, t.token, t.to_address, d.payment_id, p.merchant_id, p.livemode, t.network, t.cryptocurrency,
    d.recipient;

create table sweeps (
  settlement_id text not null references settlements (id),
  address text not null,
  chain text not null,
  token text not null,
  payment_id text not null references payments (id),
  send_id bigint not null references sends (id),
  state text not null check (state in ('open', 'swept', 'empty', 'released')),
  expected bigint not null,
  amount bigint,
  primary key (settlement_id, address),
  check ((amount is null) = (state = 'open'))
);
create index sweeps_of_send on sweeps (send_id);
create unique index sweeps_open on sweeps (chain, token, address) where state = 'open';

alter table settlements add column gas_cost text not null default '0';
`
