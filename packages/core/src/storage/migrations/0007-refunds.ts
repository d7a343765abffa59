/** Refunds, and how much of each payment has been refunded. */
export const up = `
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
