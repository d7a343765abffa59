/**
 * Transfers on Stellar that payers authorized, and the transaction with which the checkout sends each. It is stored before
 * it is sent. A key has one transaction on its way at a time, so no two use one sequence number.
 */
export const up = `
create table sponsored_transfers (
  id text primary key,
  payment_id text not null references payments (id),
  environment text not null,
  network text not null,
  chain text not null,
  token text not null,
  from_address text not null,
  to_address text not null,
  memo text not null,
  amount bigint not null check (amount > 0),
  due bigint not null,
  raw_amount text not null,
  nonce text not null,
  valid_until bigint not null,
  entry text not null,
  after_transfer bigint not null,
  identifier text,
  state text not null check (state in ('pending', 'used', 'failed')),
  reason text,
  signer text not null,
  sequence text,
  envelope text,
  hash text,
  sent_until bigint,
  paid_hash text,
  cost text not null,
  created_at bigint not null,
  ended_at bigint,
  check ((ended_at is null) = (state = 'pending')),
  check ((paid_hash is null) = (state <> 'used')),
  check ((envelope is null) = (hash is null)),
  check ((envelope is null) = (sequence is null)),
  check ((envelope is null) = (sent_until is null))
);
create unique index sponsored_transfers_pending on sponsored_transfers (payment_id) where state = 'pending';
create unique index sponsored_transfers_on_way on sponsored_transfers (chain, signer)
  where state = 'pending' and envelope is not null;
create index sponsored_transfers_of_payment on sponsored_transfers (payment_id, created_at);
create index sponsored_transfers_spent on sponsored_transfers (environment, network, ended_at);
`
