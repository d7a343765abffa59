/** The merchants' changes of settings. The last change of an environment holds the current ones. */
export const settings = `
create table settings_changes (
  seq {id},
  merchant_id text not null,
  livemode smallint not null,
  changed_at bigint not null,
  changed_by text not null,
  settings_before text not null,
  settings_after text not null
);
create index settings_changes_of on settings_changes (merchant_id, livemode, changed_at, seq);
`

/** Transactions that this checkout signs: the purpose of each, and all bytes ever signed for it. */
export const sends = `
create table sends (
  id {id},
  environment text not null,
  network text not null,
  chain text not null,
  signer text not null,
  purpose text not null check (purpose in ('settlement', 'refund', 'relay', 'factory', 'fill')),
  subject text not null,
  to_address text not null,
  data text not null,
  least_gas bigint not null,
  state text not null check (state in ('queued', 'signed', 'succeeded', 'reverted', 'replaced', 'abandoned')),
  nonce bigint,
  created_at bigint not null,
  due_at bigint not null,
  refused_since bigint,
  missing_since bigint,
  ended_at bigint,
  hash text,
  block_number bigint,
  block_time bigint,
  gas_used text,
  gas_price text,
  failure text,
  check ((nonce is null) = (state in ('queued', 'abandoned'))),
  check ((ended_at is null) = (state in ('queued', 'signed')))
);
create unique index sends_nonce on sends (chain, signer, nonce) where nonce is not null;
create index sends_queued on sends (environment, network, chain, signer, id) where state = 'queued';
create index sends_signed on sends (environment, network, chain, signer, nonce) where state = 'signed';
create index sends_of_subject on sends (purpose, subject, id);

create table send_attempts (
  send_id bigint not null references sends (id),
  number bigint not null,
  hash text not null unique,
  raw text not null,
  gas_limit text not null,
  max_fee text not null,
  priority_fee text not null,
  signed_at bigint not null,
  offered_at bigint,
  answer text check (answer in ('accepted', 'known', 'nonce_used', 'underpriced', 'unfunded')),
  primary key (send_id, number)
);
`

/** Payments' own addresses. From here on each payment stores how it is recognised. */
export const deposits = `
alter table payments add column recognition text not null default 'amount'
  check (recognition in ('amount', 'memo', 'address'));
update payments set recognition = 'memo' where memo is not null;

create table deposits (
  address text primary key,
  chain text not null,
  payment_id text not null unique,
  recipient text not null,
  factory text not null
);
`
