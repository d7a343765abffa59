/**
 * Settlements made of entries. Each entry has a row that says which settlement took it: entries never change, so this is
 * a table beside them. Releases before wrote none for facts that they recorded, which the booking job makes up for.
 */
export const up = `
-- What a settlement takes of the ledger: a row for each entry, written with it.
create table settled_entries (
  merchant_id text not null,
  livemode smallint not null,
  -- The key of the entry.
  sequence bigint not null,
  ordinal bigint not null,
  -- The settlements that may take it are of this chain, coin and wallet. Coin and wallet are null if one took it as it was
  -- booked. Lower case.
  chain text not null,
  token text,
  wallet text,
  booked_at bigint not null,
  -- 1 if its period has a settlement because of it.
  opens smallint not null check (opens in (0, 1)),
  -- Null until a settlement takes it, and the same from then on.
  settlement_id text,
  -- What it was when the settlement took it.
  role text check (role in ('payment', 'part', 'surplus', 'late', 'unattributed', 'refund', 'fee', 'moved')),
  -- The settlement before that took money of the same payment, or the entry that it corrects.
  follows text,
  primary key (merchant_id, livemode, sequence, ordinal),
  check ((settlement_id is null) = (role is null))
);
create index settled_entries_waiting on settled_entries (merchant_id, livemode, chain, token, wallet, booked_at, sequence, ordinal)
  where settlement_id is null;
create index settled_entries_opening on settled_entries (merchant_id, livemode, booked_at)
  where settlement_id is null and opens = 1;
create index settled_entries_of_settlement on settled_entries (settlement_id, sequence, ordinal)
  where settlement_id is not null;
-- The entries of databases that never ran a release between.
insert into settled_entries
  (merchant_id, livemode, sequence, ordinal, chain, token, wallet, booked_at, opens, settlement_id, role)
select merchant_id, livemode, sequence, ordinal, chain,
    coalesce(token, payment_token), case when transfer_id is not null and refund_id is null then account else payment_wallet end,
    booked_at,
    case when taken_by is null and payment_id is not null
      and not exists (select 1 from deposits where deposits.address = placed.account) then 1 else 0 end,
    taken_by,
    case when taken_by is null then null when kind = 'swept' and amount < 0 then 'moved' when kind = 'refunded' then 'refund'
      when kind in ('network_fee', 'relayed') then 'fee' else 'payment' end
  from (
    select entries.*, payments.token as payment_token, lower(payments.merchant_wallet) as payment_wallet,
      coalesce(entries.settlement_id,
        case when entries.booked_at < settlements.completed_at then settlements.id end) as taken_by
    from entries left join payments on payments.id = entries.payment_id
      left join settlements on settlements.id = payments.settlement_id
  ) as placed;
-- 1 if it is made of entries; 0 for one of earlier releases, which is made of payments.
alter table settlements add column by_entries smallint not null default 0;
-- What went back in its period, at most 0; and money of no payment, which is not in 'amount'. In millionths.
alter table settlements add column refunded bigint not null default 0; -- Amount
alter table settlements add column unattributed bigint not null default 0; -- Amount
-- sqlite
create trigger settled_entries_update before update on settled_entries when old.settlement_id is not null
  begin select raise(abort, 'an entry that a settlement took stays there'); end;
create trigger settled_entries_delete before delete on settled_entries
  begin select raise(abort, 'an entry stays where it is settled'); end;
-- postgres
create function refuse_settled_change() returns trigger language plpgsql as
  'begin raise exception ''an entry that a settlement took stays there''; end';
create trigger settled_entries_update before update on settled_entries
  for each row when (old.settlement_id is not null) execute function refuse_settled_change();
create trigger settled_entries_delete before delete on settled_entries
  for each row execute function refuse_settled_change();
-- both
`
