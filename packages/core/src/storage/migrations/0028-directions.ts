/**
 * The transfer of a refund becomes a row of `transfers`: it goes out, and `raw_left` is what left the sender. A refund
 * has at most one that is on the chain. `raw_amount` is `amount` in the coin's decimals, so their lengths show how many
 * digits of what arrived are millionths. SQLite cannot drop columns with a check, so the table is made again there.
 */
export const up = `
create table refund_transfers as
  select id, merchant_id, livemode, chain, network, cryptocurrency, token, from_address, to_address, memo, amount, raw_amount,
    raw_arrived, length(raw_arrived) + length(cast(amount as text)) - length(raw_amount) as digits, completed_at,
    transfer_state, tx_hash, ordinal, log_index, block_number, block_hash, block_time
  from refunds where tx_hash is not null;

-- sqlite
create table refunds_after (
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
  check ((destination is null) = (to_address is null)),
  check ((method = 'collect') = (destination is null)),
  check ((method = 'signer') = (send_id is not null))
);
insert into refunds_after
  select seq, id, merchant_id, livemode, payment_id, method, status, amount_cents, currency, cryptocurrency, amount, network,
    chain, token, raw_amount, from_address, destination, to_address, memo, reason, page_token, send_id, failure, created_at,
    watched_from, cancelled_at, completed_at
  from refunds;
drop table refunds;
alter table refunds_after rename to refunds;
create index refunds_listed on refunds (merchant_id, livemode, created_at, seq);
create index refunds_of_payment on refunds (payment_id, seq);
create index refunds_awaited on refunds (chain, to_address) where status in ('pending', 'submitted');
create index refunds_cancelled on refunds (chain, cancelled_at) where status = 'cancelled';
create index refunds_cancelled_to on refunds (chain, to_address, cancelled_at) where status = 'cancelled' and method = 'sign';
create index refunds_signed on refunds (chain, from_address, completed_at) where method = 'signer';
-- postgres
alter table refunds drop column transfer_state, drop column tx_hash, drop column raw_arrived, drop column ordinal,
  drop column log_index, drop column block_number, drop column block_hash, drop column block_time;
-- both

alter table transfers add column direction text not null default 'in' check (direction in ('in', 'out'));
alter table transfers add column refund_id text references refunds (id)
  check ((refund_id is not null) = (direction = 'out')) check (refund_id is null or payment_id is null);
alter table transfers add column raw_left text check ((raw_left is not null) = (direction = 'out'));

drop index transfers_identity;
create unique index transfers_identity on transfers
  (tx_hash, chain, token, from_address, to_address, raw_amount, ordinal, coalesce(memo, ''), direction);
create unique index transfers_of_refund on transfers (refund_id) where refund_id is not null and state <> 'orphaned';
drop index transfers_unattributed_of_network;
create index transfers_unattributed_of_network on transfers (merchant_id, livemode, network, seq)
  where payment_id is null and direction = 'in';
drop index transfers_unattributed_of_amount;
create index transfers_unattributed_of_amount on transfers (to_address, amount, block_time)
  where payment_id is null and direction = 'in';
drop index transfers_unattributed_of_memo;
create index transfers_unattributed_of_memo on transfers (to_address, memo, amount)
  where payment_id is null and memo is not null and direction = 'in';

insert into transfers (id, chain, network, cryptocurrency, tx_hash, token, from_address, to_address, raw_amount, memo,
  ordinal, amount, state, log_index, block_number, block_hash, block_time, seen_at, final_at, merchant_id, livemode,
  direction, refund_id, raw_left)
  select 'tr_' || substr(id, 4), chain, network, cryptocurrency, tx_hash, token, from_address, to_address, raw_arrived, memo,
    ordinal,
    case
      when raw_arrived = raw_amount then amount
      when digits <= 0 then 0
      else cast(substr(raw_arrived || '000000', 1, cast(digits as integer)) as bigint)
    end,
    transfer_state, log_index, block_number, block_hash, block_time, block_time, completed_at, merchant_id, livemode,
    'out', id, raw_amount
  from refund_transfers order by block_time, id;
drop table refund_transfers;
`
