/**
 * After a backup was put back, merchants' wallets may have paid refunds of which the database knows nothing. `restores`: each
 * time, and the newest payment and refund in the backup. `released_wallets`: wallets that an operator has compared since a restore.
 * `held_for`: the wallet that may have paid a refund; nobody pays it then.
 */
export const up = `
-- The times at which a backup was put back.
create table restores (
  seq {id},
  restored_at bigint not null,
  -- The numbers ('seq') of the newest payment and the newest refund in the backup.
  last_payment bigint not null,
  last_refund bigint not null
);
-- Wallets (lower case) that an operator has compared with the chain since a restore.
create table released_wallets (
  chain text not null,
  wallet text not null,
  restore_seq bigint not null,
  primary key (chain, wallet)
);
-- The wallet (lower case) that may have paid it after a backup that was put back; null if it may be paid.
alter table refunds add column held_for text;
create index refunds_held on refunds (chain, held_for, seq) where held_for is not null and status = 'pending';
`
