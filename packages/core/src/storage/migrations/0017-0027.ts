/** Secrets from which this checkout derives its own keys. No interface shows them. */
export const serverSecrets = `
create table server_secrets (
  name text primary key,
  secret text not null,
  created_at bigint not null
);
`

/** The payments whose pages reported a transfer's transaction, as a JSON array of ids; null for none. */
export const namedBy = `
alter table transfers add column named_by text;
update transfers set named_by = '["' || suggested_payment || '"]' where suggested_payment is not null
  and to_address not in (select address from deposits);
`

/**
 * Refunds are shares of a payment's price in coins. The rate has only eight decimals and cannot reproduce it exactly.
 */
export const price = `
alter table payments add column price bigint;
`

/** For money with a payment's memo that does not pay it, as in another coin. */
export const memos = `
create index transfers_unattributed_of_memo on transfers (to_address, memo, amount)
  where payment_id is null and memo is not null;
`

/** Counts a merchant's payments in an environment, so that a quota check need not count rows. */
export const usage = `
create table payment_usage (
  merchant_id text not null,
  livemode smallint not null,
  open_payments bigint not null,
  text_bytes bigint not null,
  primary key (merchant_id, livemode)
);
insert into payment_usage (merchant_id, livemode, open_payments, text_bytes)
  select merchant_id, livemode,
    sum(case when status in ('created', 'partially_paid', 'processing') then 1 else 0 end),
    sum(octet_length(metadata) + coalesce(octet_length(redirect_url), 0) + coalesce(octet_length(webhook_url), 0))
  from payments
  group by merchant_id, livemode;
`

/** Coins may disappear from a deposit without reaching the wallet. Existing rows still count as paid out. */
export const lostCoins = `
alter table sweeps add column lost_amount bigint not null default 0;
create index sweeps_lost on sweeps (chain) where lost_amount > 0;
`

/**
 * Attempts that only use up a send's nonce with an empty transaction. The send's work is then signed again with another
 * nonce.
 */
export const nonceOnly = `
alter table send_attempts add column nonce_only bigint not null default 0 check (nonce_only in (0, 1));
`

/** Cancelled refunds are watched for 90 days: each transfer is looked up among them by its recipient. */
export const cancelledRefunds = `
create index refunds_cancelled_to on refunds (chain, to_address, cancelled_at) where status = 'cancelled' and method = 'sign';
`

/** When a merchant proved a wallet by its signature, and when the operator last set the merchant's role for it. */
export const walletProofs = `
alter table wallet_users add column proven_at bigint;
alter table wallet_users add column decided_at bigint;
`

/** What payers see of a merchant besides its name. `merchants.logo` names the file; `logos` has its content in base64. */
export const merchantIdentity = `
alter table merchants add column support_email text;
alter table merchants add column support_url text;
alter table merchants add column logo text;
create table logos (
  merchant_id text primary key references merchants (id),
  name text not null,
  content_type text not null,
  content text not null
);
create index logos_by_name on logos (name);
`

/** A payer may name a transaction without its sender. SQLite cannot drop `not null`, so the table is written anew. */
export const claims = `
create table claims (
  payment_id text not null references payments (id),
  slot smallint not null check (slot between 1 and 20),
  tx_hash text not null,
  from_address text,
  reported_at bigint not null,
  primary key (payment_id, slot),
  unique (payment_id, tx_hash)
);
insert into claims select payment_id, slot, tx_hash, from_address, reported_at from reports;
drop table reports;
alter table claims rename to reports;
create index reports_of_transaction on reports (tx_hash);
create index reports_by_time on reports (reported_at);
`
