/**
 * Transfers that payers sign and the checkout sends are in one table, of EVM networks and of Stellar. The columns of one family
 * alone are null in rows of the other.
 */
const common =
  'id, payment_id, environment, network, chain, token, from_address, to_address, amount, due, raw_amount, nonce, identifier, ' +
  'with_code, state, reason, cost, created_at, ended_at'

export const up = `
-- Transfers that payers signed for this checkout to send. Times are milliseconds.
create table relays (
  -- Derived from chain, account and nonce, and on EVM networks from the token.
  id text primary key,
  family text not null check (family in ('evm', 'stellar')),
  payment_id text not null references payments (id),
  environment text not null,
  network text not null,
  chain text not null,
  -- Lower case, as are the next two.
  token text not null,
  from_address text not null,
  to_address text not null,
  amount bigint not null check (amount > 0), -- Amount
  -- The amount that the payment asked for then.
  due bigint not null, -- Amount
  raw_amount text not null, -- Amount
  -- Each account may use it once. Chosen by the payer, or on a page derived from the payment and the amount.
  nonce text not null,
  -- The signature; on Stellar the signed authorization, in XDR.
  signature text not null,
  -- The payer's own name for it; null without one.
  identifier text,
  -- True if the account had code when it signed, so that its code decides what it has signed.
  with_code integer not null default 0, -- Flag
  state text not null check (state in ('pending', 'used', 'failed')),
  -- The reason of its failure.
  reason text,
  -- The transaction that used it: the checkout's own, unless somebody else sent it.
  hash text,
  -- Its cost, or the most that it may cost while it is pending, in the network's smallest unit.
  cost text not null, -- Amount
  created_at bigint not null,
  ended_at bigint,
  -- EVM: the seconds between which the token takes it.
  valid_after bigint,
  valid_before bigint,
  -- Stellar, as all that follows: the memo that names the payment.
  memo text,
  -- The last ledger in which it can be used.
  valid_until bigint,
  -- The number of the payment's newest transfer then; 0 without one. Only later ones can be this one.
  after_transfer bigint,
  -- The account that pays the fee, in display form.
  signer text,
  -- The transaction as it was signed; null before. 'sent_until' in seconds: no ledger takes it later.
  sequence text,
  envelope text,
  sent_hash text,
  sent_until bigint,
  check ((ended_at is null) = (state = 'pending')),
  check (family = 'evm' or (hash is null) = (state <> 'used')),
  check ((family = 'evm') = (valid_after is not null)),
  check ((family = 'evm') = (valid_before is not null)),
  check ((family = 'stellar') = (memo is not null)),
  check ((family = 'stellar') = (valid_until is not null)),
  check ((family = 'stellar') = (after_transfer is not null)),
  check ((family = 'stellar') = (signer is not null)),
  check ((envelope is null) = (sent_hash is null)),
  check ((envelope is null) = (sequence is null)),
  check ((envelope is null) = (sent_until is null))
);
insert into relays (${common}, family, signature, hash, valid_after, valid_before)
  select ${common}, 'evm', signature, hash, valid_after, valid_before from authorizations;
insert into relays (${common}, family, signature, hash, memo, valid_until, after_transfer, signer, sequence, envelope, sent_hash, sent_until)
  select ${common}, 'stellar', entry, paid_hash, memo, valid_until, after_transfer, signer, sequence, envelope, hash, sent_until
    from sponsored_transfers;
drop table authorizations;
drop table sponsored_transfers;
create unique index relays_pending on relays (payment_id, family) where state = 'pending';
create unique index relays_on_way on relays (chain, signer) where state = 'pending' and envelope is not null;
create index relays_of_payment on relays (payment_id, created_at);
create index relays_of_signer on relays (chain, signer, ended_at) where signer is not null;
create index relays_used on relays (chain, hash) where hash is not null;
create index relays_spent on relays (environment, network, ended_at);
create index relays_unused on relays (chain, from_address) where state <> 'used';
create index relays_failed on relays (environment, network, valid_before) where state = 'failed';
create index relays_named on relays (environment, network) where state = 'failed' and hash is not null;
`
