/**
 * One index has the entries that wait for a settlement, in place of two. The index of payments that no settlement lists served
 * settlements made of payments. The index of the ledger has what its lists are filtered by, so it counts them alone.
 */
export const up = `
drop index settled_entries_opening;
drop index settled_entries_waiting;
drop index payments_unsettled;
create index settled_entries_waiting on settled_entries
  (merchant_id, livemode, opens, chain, token, wallet, booked_at, sequence, ordinal) where settlement_id is null;
drop index entries_listed;
create index entries_listed on entries
  (merchant_id, livemode, booked_at, sequence, ordinal, kind, network, currency);
`
