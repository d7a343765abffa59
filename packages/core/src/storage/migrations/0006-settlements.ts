/** Merchants' payouts with their payments, and up to when periods are closed. */
export const up = `
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
