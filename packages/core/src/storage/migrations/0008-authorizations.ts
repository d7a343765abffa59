/** Payments that payers signed and this checkout sends, and the most that a transaction may cost. */
export const up = `
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
