/** Transactions that this checkout sends, by its own keys or by what payers have signed. */
export const sending = `
-- A transaction to send, or one that was sent. Addresses lower case.
create table sends (
  id {id},
  environment text not null,
  network text not null,
  chain text not null,
  signer text not null,
  purpose text not null check (purpose in ('settlement', 'refund', 'relay', 'factory', 'fill')),
  -- The id of what it is for, as in 'set_...'.
  subject text not null,
  to_address text not null,
  data text not null,
  -- The minimum of its gas limit.
  least_gas bigint not null, -- Amount
  state text not null check (state in ('queued', 'signed', 'succeeded', 'reverted', 'replaced', 'abandoned')),
  -- Null while nothing is signed.
  nonce bigint,
  created_at bigint not null,
  -- It is not tried again before this time.
  due_at bigint not null,
  -- Since when its contract refuses it.
  refused_since bigint,
  -- Since when its nonce is finally used and none of its attempts is found.
  missing_since bigint,
  ended_at bigint,
  -- The mined transaction's hash and receipt; gas in units, its price in wei.
  hash text,
  block_number bigint,
  block_time bigint,
  gas_used text, -- Amount
  gas_price text, -- Amount
  failure text,
  -- Wei that it may cost; null if only the network's limit counts.
  max_cost text, -- Amount
  check ((nonce is null) = (state in ('queued', 'abandoned'))),
  check ((ended_at is null) = (state in ('queued', 'signed')))
);
create unique index sends_nonce on sends (chain, signer, nonce) where nonce is not null;
create index sends_signed on sends (environment, network, chain, signer, nonce) where state = 'signed';
create index sends_of_subject on sends (purpose, subject, id);
create index sends_queued on sends (environment, network, chain, signer, due_at, id) where state = 'queued';

-- Bytes signed for a send. All have its nonce, so at most one of them is ever mined.
create table send_attempts (
  send_id bigint not null references sends (id),
  -- From 1 on.
  number bigint not null,
  hash text not null unique,
  raw text not null,
  gas_limit text not null, -- Amount
  -- Wei for each gas, as is the next.
  max_fee text not null, -- Amount
  priority_fee text not null, -- Amount
  signed_at bigint not null,
  -- The time of a node's last answer to it, and the answer.
  offered_at bigint,
  answer text check (answer in ('accepted', 'known', 'nonce_used', 'underpriced', 'unfunded')),
  -- 1: it only uses the nonce, with an empty transaction to the key's own account.
  nonce_only bigint not null default 0 check (nonce_only in (0, 1)),
  primary key (send_id, number)
);

-- The number up to which a key's transactions on the chain are explained.
create table sending_keys (
  chain text not null,
  signer text not null,
  -- All lower nonces are explained.
  accounted bigint not null,
  -- Up to this block the key has no unknown transactions; null before the first final block.
  checked_block bigint,
  primary key (chain, signer)
);

-- Authorizations that payers signed for this checkout to send. Times are milliseconds.
create table authorizations (
  -- Derived from chain, token, account and nonce.
  id text primary key,
  payment_id text not null references payments (id),
  environment text not null,
  network text not null,
  chain text not null,
  -- Lower case, as are the next two.
  token text not null,
  from_address text not null,
  to_address text not null,
  amount bigint not null check (amount > 0), -- Amount
  raw_amount text not null,
  valid_after bigint not null,
  valid_before bigint not null,
  signature text not null,
  state text not null check (state in ('pending', 'used', 'failed')),
  -- The reason of its failure.
  reason text,
  -- The transaction that used it.
  hash text,
  -- Wei that it cost, or may cost while it is pending.
  cost text not null,
  created_at bigint not null,
  ended_at bigint,
  -- The token accepts it once from each account. Derived from the payment and the amount, or chosen by the payer.
  nonce text not null default '',
  -- The amount that the payment asked for then.
  due bigint not null default 0, -- Amount
  -- The payer's own name for it; null without one.
  identifier text,
  check ((ended_at is null) = (state = 'pending'))
);
create unique index authorizations_pending on authorizations (payment_id) where state = 'pending';
create index authorizations_of_payment on authorizations (payment_id, created_at);
create index authorizations_used on authorizations (chain, hash) where hash is not null;
create index authorizations_spent on authorizations (environment, network, ended_at);
create index authorizations_unused on authorizations (chain, from_address) where state <> 'used';
create index authorizations_failed on authorizations (environment, network, valid_before) where state = 'failed';
create index authorizations_named on authorizations (environment, network) where state = 'failed' and hash is not null;

-- Transfers on Stellar that payers authorized and the checkout sends.
create table sponsored_transfers (
  -- Derived from chain, token, account and nonce.
  id text primary key,
  payment_id text not null references payments (id),
  environment text not null,
  network text not null,
  chain text not null,
  -- Lower case, as are the next two.
  token text not null,
  from_address text not null,
  to_address text not null,
  memo text not null,
  amount bigint not null check (amount > 0), -- Amount
  -- The amount that the payment asked for then.
  due bigint not null, -- Amount
  raw_amount text not null,
  -- The network accepts it once from each account. Chosen by the payer.
  nonce text not null,
  -- The last ledger in which it can be used.
  valid_until bigint not null,
  -- The signed authorization, in XDR.
  entry text not null,
  -- The number of the payment's newest transfer then; 0 without one. Only later ones can be this one.
  after_transfer bigint not null,
  -- The payer's own name for it; null without one.
  identifier text,
  state text not null check (state in ('pending', 'used', 'failed')),
  -- The reason of its failure.
  reason text,
  -- The account that pays the fee, in display form.
  signer text not null,
  -- The transaction as it was signed; null before. 'sent_until' in seconds: no ledger takes it later.
  sequence text,
  envelope text,
  hash text,
  sent_until bigint,
  -- The transaction that used the authorization: this one, unless somebody else sent it.
  paid_hash text,
  -- The most stroops that it may cost, or may have cost.
  cost text not null,
  created_at bigint not null,
  ended_at bigint,
  check ((ended_at is null) = (state = 'pending')),
  check ((paid_hash is null) = (state <> 'used')),
  check ((envelope is null) = (hash is null)),
  check ((envelope is null) = (sequence is null)),
  check ((envelope is null) = (sent_until is null))
);
create unique index sponsored_transfers_pending on sponsored_transfers (payment_id) where state = 'pending';
create unique index sponsored_transfers_on_way on sponsored_transfers (chain, signer)
  where state = 'pending' and envelope is not null;
create index sponsored_transfers_of_payment on sponsored_transfers (payment_id, created_at);
create index sponsored_transfers_spent on sponsored_transfers (environment, network, ended_at);
`
