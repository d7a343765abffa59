/**
 * Entries that wait for a settlement leave the table of those that one took. Each of the two tables is a single tree in the order in
 * which a close reads or writes it, so a close touches few pages.
 */
export const up = `
-- An entry that no settlement took yet. It is written with the entry, and deleted by the settlement that takes it.
create table waiting_entries (
  merchant_id text not null,
  livemode smallint not null,
  -- 1 if its period has a settlement because of it.
  opens smallint not null check (opens in (0, 1)),
  -- The settlements that may take it are of this chain, coin and wallet. Lower case. Empty if none is.
  chain text not null,
  token text not null,
  wallet text not null,
  booked_at bigint not null,
  -- The key of the entry.
  sequence bigint not null,
  ordinal bigint not null,
  primary key (merchant_id, livemode, opens, chain, token, wallet, booked_at, sequence, ordinal)
-- sqlite
) without rowid;
-- postgres
);
-- both
insert into waiting_entries (merchant_id, livemode, opens, chain, token, wallet, booked_at, sequence, ordinal)
select merchant_id, livemode, opens, chain, coalesce(token, ''), coalesce(wallet, ''), booked_at, sequence, ordinal
from settled_entries where settlement_id is null;
-- An entry that a settlement took. It stays as it is.
create table taken_entries (
  settlement_id text not null,
  -- The key of the entry. Its merchant is the settlement's.
  sequence bigint not null,
  ordinal bigint not null,
  -- What it was when the settlement took it.
  role text not null check (role in ('payment', 'part', 'surplus', 'late', 'unattributed', 'refund', 'fee', 'moved')),
  -- The settlement before that took money of the same payment, or the entry that it corrects.
  follows text,
  primary key (settlement_id, sequence, ordinal)
-- sqlite
) without rowid;
-- postgres
);
-- both
insert into taken_entries (settlement_id, sequence, ordinal, role, follows)
select settlement_id, sequence, ordinal, role, follows from settled_entries where settlement_id is not null;
drop table settled_entries;
-- sqlite
create trigger taken_entries_update before update on taken_entries
  begin select raise(abort, 'an entry that a settlement took stays there'); end;
create trigger taken_entries_delete before delete on taken_entries
  begin select raise(abort, 'an entry that a settlement took stays there'); end;
-- postgres
create trigger taken_entries_change before update or delete on taken_entries
  for each row execute function refuse_settled_change();
-- both
`
