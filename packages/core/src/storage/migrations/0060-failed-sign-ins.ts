/**
 * Failed sign-ins of the last quarter of an hour. `account` and `network` are keyed hashes: of the address that was typed, a
 * browser or a session, and of a stranger's address. `failed_count`: failures of a user since the last sign-in.
 */
export const up = `
-- A sign-in that failed lately, or is being tried.
create table failed_sign_ins (
  seq {id},
  -- A keyed hash of the address that was typed, or of a known browser, or of a session.
  account text not null,
  -- A keyed hash of the part of a stranger's address that limits count by; null for those who are known.
  network text,
  -- The user of the account; null if there is none.
  user_id text,
  created_at bigint not null
);
create index failed_sign_ins_at on failed_sign_ins (account, created_at);
create index failed_sign_ins_from on failed_sign_ins (network, created_at) where network is not null;
create index failed_sign_ins_of_user on failed_sign_ins (user_id, created_at) where user_id is not null;
create index failed_sign_ins_by_age on failed_sign_ins (created_at);
-- Sign-ins that failed since the last that did not.
alter table users add column failed_count bigint not null default 0;
`
