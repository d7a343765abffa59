/**
 * Accounts with code decide by it whether they have signed, and may decide otherwise in a block than in a trial. What is
 * paid for them is limited.
 */
export const up = `
-- True if the account had code when it signed, so that its code decides what it has signed.
alter table authorizations add column with_code integer not null default 0; -- Flag
-- True if the account had code when it signed, so that its code decides what it has signed.
alter table sponsored_transfers add column with_code integer not null default 0; -- Flag
create index sponsored_transfers_of_account on sponsored_transfers (chain, from_address) where state <> 'used';
`
