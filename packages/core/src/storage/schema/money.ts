/** Money that came in, went back, and was paid out. */
export const money = `
-- Refunds. Addresses lower case, except 'destination'. The transfer that pays one is a row of 'transfers'.
create table refunds (
  seq {id},
  id text not null unique,
  merchant_id text not null references merchants (id),
  livemode smallint not null,
  payment_id text not null references payments (id),
  method text not null check (method in ('collect', 'sign', 'signer')),
  status text not null check (status in ('pending', 'submitted', 'completed', 'failed', 'cancelled')),
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  cryptocurrency text not null,
  amount bigint not null check (amount > 0), -- Amount
  network text not null,
  chain text not null,
  token text not null,
  raw_amount text not null, -- Amount
  -- The account that it is paid from.
  from_address text not null,
  -- Null until the payer gives it.
  destination text,
  to_address text,
  memo text,
  reason text,
  -- The hash of the token that opens the payer's page; null if the merchant gave the address.
  page_token text unique,
  -- The transaction by which a key of this checkout pays it.
  send_id bigint,
  failure text,
  created_at bigint not null,
  -- Its transfer is not in an earlier block; null without a destination.
  watched_from bigint,
  cancelled_at bigint,
  completed_at bigint,
  check ((destination is null) = (to_address is null)),
  check ((method = 'collect') = (destination is null)),
  check ((method = 'signer') = (send_id is not null))
);
create index refunds_listed on refunds (merchant_id, livemode, created_at, seq);
create index refunds_of_payment on refunds (payment_id, seq);
create index refunds_awaited on refunds (chain, to_address) where status in ('pending', 'submitted');
create index refunds_cancelled on refunds (chain, cancelled_at) where status = 'cancelled';
create index refunds_cancelled_to on refunds (chain, to_address, cancelled_at) where status = 'cancelled' and method = 'sign';
create index refunds_signed on refunds (chain, from_address, completed_at) where method = 'signer';
create index refunds_pending on refunds (merchant_id, livemode, method) where status = 'pending';

-- Transfers of money to wallets ('in'), and of refunds ('out'). One on the chain can be both, and has two rows then.
create table transfers (
  seq {id},
  id text not null unique,
  chain text not null,
  network text not null,
  cryptocurrency text not null,
  tx_hash text not null,
  token text not null,
  from_address text not null,
  to_address text not null,
  raw_amount text not null, -- Amount
  -- Unchanged.
  memo text,
  ordinal bigint not null,
  -- The amount that arrived, as is 'raw_amount'. Both are 0 if a fee took everything that a refund sent.
  amount bigint not null check (amount >= 0), -- Amount
  state text not null check (state in ('seen', 'final', 'orphaned')),
  log_index bigint not null,
  block_number bigint not null,
  block_hash text not null,
  block_time bigint not null,
  seen_at bigint not null,
  final_at bigint,
  -- The payment that it pays. Null for a refund's transfer.
  payment_id text references payments (id),
  -- The payment whose own address it went to, or the one payment whose page reported its transaction.
  suggested_payment text,
  -- The merchant of the wallet. Null for a transfer of earlier releases to a wallet of several merchants: the operator sees it.
  merchant_id text,
  livemode smallint not null,
  -- 1 if it is below the minimum of its payment, or of the checkout if it pays none.
  dust smallint not null default 0 check (dust in (0, 1)),
  -- JSON array of the payments whose pages reported its transaction; null for none.
  named_by text,
  direction text not null default 'in' check (direction in ('in', 'out')),
  -- The refund that it pays: exactly if it goes out.
  refund_id text references refunds (id) check ((refund_id is not null) = (direction = 'out'))
    check (refund_id is null or payment_id is null),
  -- The amount that left the sender of a refund's transfer; null if it comes in.
  raw_left text check ((raw_left is not null) = (direction = 'out')), -- Amount
  -- The user or key that assigned it to its payment; null if it was recognised by itself, or pays none. 'sender': the account that sent it, by a
  -- signature. 'authorization': the checkout, by the authorization that its transaction used. Earlier releases recorded nobody.
  assigned_by text -- 'merchant' | 'operator' | 'sender' | 'authorization'
);
create index transfers_attributed_of_network on transfers (merchant_id, livemode, network, seq) where payment_id is not null;
create index transfers_of_block on transfers (chain, block_number);
create index transfers_of_payment on transfers (payment_id, dust, seq);
create index transfers_stray_dust on transfers (chain, token, to_address, merchant_id, livemode)
  where payment_id is null and dust = 1;
create unique index transfers_identity on transfers
  (tx_hash, chain, token, from_address, to_address, raw_amount, ordinal, coalesce(memo, ''), direction);
create unique index transfers_of_refund on transfers (refund_id) where refund_id is not null and state <> 'orphaned';
create index transfers_unattributed_of_network on transfers (merchant_id, livemode, network, seq)
  where payment_id is null and direction = 'in';
create index transfers_unattributed_of_amount on transfers (to_address, amount, block_time)
  where payment_id is null and direction = 'in';
create index transfers_unattributed_of_memo on transfers (to_address, memo, amount)
  where payment_id is null and memo is not null and direction = 'in';
create index transfers_named on transfers (merchant_id, livemode)
  where payment_id is null and named_by is not null and direction = 'in' and state <> 'orphaned';

-- Unattributed dust to a wallet in a coin. Addresses lower case.
create table stray_dust (
  seq {id},
  chain text not null,
  token text not null,
  address text not null,
  merchant_id text not null,
  livemode smallint not null,
  -- The sum and the number of all its transfers that pay nothing.
  amount bigint not null, -- Amount
  transfers bigint not null,
  -- The part of both that the last event reported.
  told_amount bigint not null, -- Amount
  told_transfers bigint not null
);
create unique index stray_dust_of_wallet on stray_dust (chain, token, address, merchant_id, livemode);

-- Payments' own addresses, lower case. An address follows from the payment and the recipient, so it is this payment's on every
-- chain.
create table deposits (
  address text primary key,
  -- The chain on which its payment asks for money.
  chain text not null,
  payment_id text not null,
  -- The merchant's wallet: the only place where its money can go.
  recipient text not null,
  -- The contract that deploys and sweeps it.
  factory text not null
);

-- Since when the sweeping contract is known to be on a chain for good.
create table factories (
  chain text primary key,
  deployed_at bigint not null
);

-- A deposit's final receipts in a token, and how much of it was swept. Addresses lower case.
create table deposit_balances (
  chain text not null,
  token text not null,
  address text not null,
  payment_id text not null references payments (id),
  merchant_id text not null,
  livemode smallint not null,
  network text not null,
  cryptocurrency text not null,
  recipient text not null,
  received bigint not null, -- Amount
  swept bigint not null, -- Amount
  -- The time at which unswept money arrived or a sweep left some; later if it is to wait.
  funded_at bigint not null,
  -- The settlement whose sweep of it is under way.
  settlement_id text,
  primary key (chain, token, address)
);
create index deposit_balances_due on deposit_balances (merchant_id, livemode, chain, token, recipient, funded_at)
  where settlement_id is null and received > swept;

-- A payout of payments to a merchant's wallet: already paid there, or swept to it.
create table settlements (
  seq {id},
  id text not null unique,
  merchant_id text not null,
  livemode smallint not null,
  -- 'closing' while payments are being added.
  status text not null check (status in ('closing', 'pending', 'completed', 'failed')),
  method text not null check (method in ('direct', 'deposit')),
  network text not null,
  chain text not null,
  token text not null,
  cryptocurrency text not null,
  destination text not null,
  amount bigint not null, -- Amount
  settlement_currency text not null,
  fee_amount text not null,
  fee_currency text not null,
  payment_count bigint not null,
  -- JSON array of hashes.
  transactions text not null,
  period_start bigint not null,
  -- It contains payments completed before this time.
  period_end bigint not null,
  failure text,
  created_at bigint not null,
  completed_at bigint,
  -- Wei that its sweeps have cost.
  gas_cost text not null default '0' -- Amount
);
create index settlements_listed on settlements (merchant_id, livemode, created_at, seq);
create index settlements_by_status on settlements (merchant_id, livemode, status, created_at, seq);
create index settlements_of_period on settlements (merchant_id, livemode, period_end);

-- Up to when periods are closed, and the end of the period being closed.
create table settlement_places (
  merchant_id text not null,
  livemode smallint not null,
  closed_until bigint not null,
  closing_until bigint,
  primary key (merchant_id, livemode)
);

-- A deposit's part in a settlement. At most one sweep of a deposit's token is open at a time.
create table sweeps (
  settlement_id text not null references settlements (id),
  address text not null,
  chain text not null,
  token text not null,
  payment_id text not null references payments (id),
  send_id bigint not null references sends (id),
  -- 'empty': another account had swept it. 'released': it waits for the next settlement.
  state text not null check (state in ('open', 'swept', 'empty', 'released')),
  expected bigint not null, -- Amount
  -- The amount that reached the wallet; null while it is open.
  amount bigint, -- Amount
  -- The amount that left the deposit: more than 'amount' if the coin takes a fee.
  left_amount bigint, -- Amount
  -- Expected, no longer on the deposit, and not paid out to the wallet.
  lost_amount bigint not null default 0, -- Amount
  primary key (settlement_id, address),
  check ((amount is null) = (state = 'open'))
);
create index sweeps_of_send on sweeps (send_id);
create unique index sweeps_open on sweeps (chain, token, address) where state = 'open';
create index sweeps_of_deposit on sweeps (chain, token, address, send_id);
create index sweeps_lost on sweeps (chain) where lost_amount > 0;
`
