/**
 * Conversions: money of settlements that waits at a converter's account, and what became of it. Two checks are widened:
 * SQLite has no statement for that, and its documentation says to edit the text (sqlite.org/lang_altertable.html, part 7).
 */
export const up = `
-- Accounts of the converter, by which deposits' money goes on to another network. Addresses lower case.
create table conversion_accounts (
  chain text not null,
  account text not null,
  merchant_id text not null references merchants (id),
  livemode smallint not null,
  network text not null,
  token text not null,
  -- The wallet on the same network.
  wallet text not null,
  -- The network that the money goes to, with its coin and the wallet there.
  to_network text not null,
  to_chain text not null,
  to_token text not null,
  recipient text not null,
  -- All that the address commits to, as JSON.
  terms text not null,
  -- What left it up to this block was read twice, and is in 'exits'; and what was read once.
  read_until bigint not null,
  read_once bigint not null,
  -- It is not looked at again before this time.
  due_at bigint not null,
  -- The last transaction that was to move its money; null before the first.
  send_id bigint,
  created_at bigint not null,
  primary key (chain, account)
);
create index conversion_accounts_by_account on conversion_accounts (account);
create index conversion_accounts_of_recipient on conversion_accounts (to_chain, recipient);
-- Chains whose converter is there, finally.
create table converters (
  chain text primary key,
  deployed_at bigint not null
);
-- The money that a settlement brought to an account.
create table conversions (
  seq {id},
  settlement_id text not null unique references settlements (id),
  chain text not null,
  account text not null,
  amount bigint not null check (amount > 0), -- Amount
  -- The part that has left the account.
  placed bigint not null default 0 check (placed between 0 and amount), -- Amount
  -- It did not reach the account before this block.
  from_block bigint not null,
  created_at bigint not null,
  -- When all of it had arrived.
  ended_at bigint
);
create index conversions_open on conversions (chain, account, seq) where ended_at is null;
-- Money that left an account, in final blocks: burned to be minted on another network, or released to the wallet.
create table exits (
  seq {id},
  chain text not null,
  account text not null,
  tx_hash text not null,
  log_index bigint not null,
  state text not null check (state in ('burned', 'attested', 'delivered', 'released')),
  left_amount bigint not null check (left_amount > 0), -- Amount
  -- The part whose settlement is known.
  placed bigint not null default 0 check (placed between 0 and left_amount), -- Amount
  block_number bigint not null,
  block_time bigint not null,
  -- Of a burn: the message that was sent, and then the signed one.
  message text,
  attestation text,
  nonce text,
  -- When the message was signed.
  attested_at bigint,
  -- It is not asked for, or delivered, again before this time.
  due_at bigint not null,
  asked bigint not null default 0,
  -- What arrived, where and when; null until then.
  arrived bigint, -- Amount
  arrived_hash text,
  arrived_time bigint,
  unique (chain, tx_hash, log_index),
  check ((state in ('delivered', 'released')) = (arrived is not null)),
  check ((state = 'released') = (message is null)),
  check ((state in ('attested', 'delivered')) <= (nonce is not null))
);
create unique index exits_nonce on exits (nonce) where nonce is not null;
create index exits_open on exits (chain, due_at) where state in ('burned', 'attested');
create index exits_unplaced on exits (chain, account, block_number, log_index) where placed < left_amount;
-- The part of an exit that was a settlement's money.
create table exit_shares (
  exit bigint not null references exits (seq),
  settlement_id text not null references conversions (settlement_id),
  amount bigint not null check (amount > 0), -- Amount
  -- The sum of the exit's shares before it.
  placed_before bigint not null, -- Amount
  primary key (exit, placed_before)
);
create index exit_shares_of_settlement on exit_shares (settlement_id);
-- sqlite
pragma writable_schema = on;
update sqlite_schema set sql = replace(sql, '''factory'', ''fill''', '''factory'', ''conversion'', ''delivery'', ''fill''')
  where type = 'table' and name = 'sends';
update sqlite_schema set sql = replace(sql, '''relayed'', ''reversed''', '''relayed'', ''reversed'', ''converted'', ''released''')
  where type = 'table' and name = 'entries';
pragma writable_schema = reset;
-- postgres
alter table sends drop constraint sends_purpose_check;
alter table sends add check (purpose in ('settlement', 'refund', 'relay', 'factory', 'conversion', 'delivery', 'fill'));
alter table entries drop constraint entries_kind_check;
alter table entries add check (kind in
  ('received', 'assigned', 'refunded', 'swept', 'network_fee', 'relayed', 'reversed', 'converted', 'released')) not valid;
-- both
`
