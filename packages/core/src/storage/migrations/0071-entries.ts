/**
 * The ledger. An entry is written with the event that books it, and never changes. Marks beside the facts say which are
 * booked: servers of the release before write facts without entries, which the booking job finds by them.
 */
export const up = `
-- A fact about money: what it changed, on which account. Addresses lower case.
create table entries (
  merchant_id text not null,
  livemode smallint not null,
  -- The number of the event that books it, and its place among that event's entries, from 0.
  sequence bigint not null,
  ordinal bigint not null,
  kind text not null check (kind in ('received', 'assigned', 'refunded', 'swept', 'network_fee', 'relayed', 'reversed')),
  booked_at bigint not null,
  -- The time of its block; null if it is not known.
  chain_time bigint,
  payment_id text,
  refund_id text,
  settlement_id text,
  transfer_id text,
  network text not null,
  chain text not null,
  -- Null if the network and so its own coin are no longer known.
  coin text,
  -- The contract of the coin; null for the chain's own coin.
  token text,
  -- The account whose balance it changes.
  account text not null,
  counterparty text,
  -- What it added to the account, in millionths.
  amount bigint, -- Amount
  -- The same in the smallest unit of the coin.
  raw_amount text, -- Amount
  -- For money that left: what reached the other account, and what the coin took as its fee.
  arrived bigint, -- Amount
  coin_fee bigint, -- Amount
  currency text,
  -- The payment's rate.
  rate text,
  -- In the cents of 'domain/money.ts'.
  fiat_amount bigint, -- Amount
  -- The merchant's order number.
  reference text,
  tx_hash text,
  -- The entry of the same merchant that it corrects.
  corrects_sequence bigint,
  corrects_ordinal bigint,
  -- JSON: the reason for each field of the API that is null because it is not known.
  unknown text not null,
  primary key (merchant_id, livemode, sequence, ordinal),
  check ((corrects_sequence is null) = (corrects_ordinal is null))
);
create index entries_listed on entries (merchant_id, livemode, booked_at, sequence, ordinal);
create index entries_of_payment on entries (payment_id) where payment_id is not null;
create index entries_of_refund on entries (refund_id) where refund_id is not null;
create index entries_of_settlement on entries (settlement_id) where settlement_id is not null;
create index entries_of_transaction on entries (tx_hash) where tx_hash is not null;
-- sqlite
create trigger entries_update before update on entries
  begin select raise(abort, 'entries of the ledger cannot be changed'); end;
create trigger entries_delete before delete on entries
  begin select raise(abort, 'entries of the ledger cannot be deleted'); end;
create trigger entries_replace before insert on entries
  when exists (select 1 from entries where merchant_id = new.merchant_id and livemode = new.livemode
    and sequence = new.sequence and ordinal = new.ordinal)
  begin select raise(abort, 'entries of the ledger cannot be replaced'); end;
-- postgres
create function refuse_entry_change() returns trigger language plpgsql as
  'begin raise exception ''entries of the ledger cannot be changed or deleted''; end';
create trigger entries_change before update or delete on entries
  for each row execute function refuse_entry_change();
create trigger entries_truncate before truncate on entries
  for each statement execute function refuse_entry_change();
-- both
-- The payment for which the ledger has it, or '' for none; null while it has no entry.
alter table transfers add column booked_for text;
create index transfers_unbooked on transfers (seq) where merchant_id is not null
  and (state = 'final' and booked_for is distinct from coalesce(payment_id, '') or state <> 'final' and booked_for is not null);
-- Wei that the mined transaction has cost, with what a roll-up took for its data; null in rows of earlier releases.
alter table sends add column cost text; -- Amount
-- 1 once the ledger has what it cost.
alter table sends add column booked smallint not null default 0;
create index sends_unbooked on sends (purpose, id) where booked = 0 and gas_used is not null;
-- 1 once the ledger has what it moved.
alter table sweeps add column booked smallint not null default 0;
create index sweeps_unbooked on sweeps (send_id) where booked = 0 and state in ('swept', 'empty');
-- 1 once the ledger has what it cost. On EVM networks the row of 'sends' says so.
alter table relays add column booked smallint not null default 0;
create index relays_unbooked on relays (ended_at) where booked = 0 and family = 'stellar' and sent_hash is not null;
`
