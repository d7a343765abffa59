/**
 * What a payment is for, as its payer sees it, and the payment that it replaces or that replaced it. `line_items` is JSON.
 */
export const orders = `
alter table payments add column description text;
alter table payments add column reference text;
alter table payments add column line_items text;
alter table payments add column cancel_url text;
alter table payments add column supersedes text;
alter table payments add column superseded_by text;
create index payments_of_reference on payments (merchant_id, livemode, reference, created_at, seq) where reference is not null;
`

/**
 * The payer chooses among methods. `alternatives` is JSON: the methods besides the default one, in the merchant's order.
 * Once a second one is open, all open ones are rows of `methods`, and the payment repeats the columns of the chosen one.
 */
export const methods = `
alter table payments add column alternatives text;
alter table payments add column open_methods smallint not null default 0;

create table methods (
  seq {id},
  payment_id text not null references payments (id),
  position smallint not null check (position >= 0),
  opened_at bigint not null,
  cryptocurrency text not null,
  network text not null,
  chain text not null,
  token text not null,
  merchant_wallet text not null,
  rate text not null,
  due bigint not null check (due > 0),
  price bigint not null,
  tolerance bigint not null,
  tail_allowance bigint not null,
  outstanding bigint not null,
  address text not null,
  memo text,
  recognition text not null check (recognition in ('amount', 'memo', 'address')),
  received bigint not null,
  received_final bigint not null,
  on_time bigint not null,
  on_time_final bigint not null,
  in_grace bigint not null,
  in_grace_final bigint not null,
  dust bigint not null,
  dust_on_time bigint not null,
  dust_in_grace bigint not null,
  transfers_on_chain bigint not null,
  dust_on_chain bigint not null,
  refunded bigint not null,
  awaited_until bigint,
  unique (payment_id, position),
  unique (payment_id, chain, token)
);
create index methods_of_memo on methods (chain, memo) where memo is not null;
create index methods_awaited on methods (network, chain, awaited_until) where awaited_until is not null;
`

/** Who assigned a transfer to its payment; null if it was recognised by itself. */
export const assignedBy = `
alter table transfers add column assigned_by text;
`

/**
 * Links whose page makes payments, and the link of a payment. `line_items`, `alternatives` and `metadata` are JSON. A link
 * has either an amount or a least one.
 */
export const paymentLinks = `
create table payment_links (
  seq {id},
  id text not null unique,
  merchant_id text not null references merchants (id),
  livemode smallint not null check (livemode in (0, 1)),
  active smallint not null check (active in (0, 1)),
  title text not null,
  description text,
  currency text not null,
  amount_cents bigint check (amount_cents > 0),
  minimum_cents bigint check (minimum_cents > 0),
  maximum_cents bigint check (maximum_cents >= minimum_cents),
  preset_cents bigint check (preset_cents between minimum_cents and maximum_cents),
  line_items text,
  cryptocurrency text not null,
  network text not null,
  merchant_wallet text not null,
  alternatives text,
  max_payments bigint check (max_payments > 0),
  payment_count bigint not null check (payment_count >= 0),
  expires_at bigint,
  redirect_url text,
  metadata text not null,
  created_at bigint not null,
  check ((amount_cents is null) <> (minimum_cents is null))
);
create index payment_links_of_merchant on payment_links (merchant_id, livemode, created_at, seq);

alter table payments add column payment_link text;
create index payments_of_link on payments (payment_link, created_at, seq) where payment_link is not null;
`

/**
 * A payment may have an address for each of its wallets. SQLite cannot drop a constraint, so the table is made again
 * there.
 */
export const depositWallets = `
-- sqlite
create table deposits_after (
  address text primary key,
  chain text not null,
  payment_id text not null,
  recipient text not null,
  factory text not null
);
insert into deposits_after select address, chain, payment_id, recipient, factory from deposits;
drop table deposits;
alter table deposits_after rename to deposits;
-- postgres
alter table deposits drop constraint deposits_payment_id_key;
-- both
`

/** What an API key is called, who made it, when it was last used, and when it stops working. */
export const apiKeys = `
alter table api_keys add column name text;
alter table api_keys add column created_by text;
alter table api_keys add column last_used_at bigint;
alter table api_keys add column expires_at bigint;
create index api_keys_of_merchant on api_keys (merchant_id, livemode, seq);
`
