/** Payments and links, how each payment is recognised, and its receipts. */
export const payments = `
create table payments (
  seq {id},
  id text not null unique,
  merchant_id text not null references merchants (id),
  livemode smallint not null,
  version bigint not null,
  status text not null check (status in ('created', 'partially_paid', 'processing', 'completed', 'expired', 'cancelled')),
  exceptions text not null,
  -- In the cents of 'domain/money.ts', as all such columns are: hundredths of most currencies, thousandths of dinars.
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  cryptocurrency text not null,
  network text not null,
  -- CAIP-2 id of the chain, as in 'eip155:1'.
  chain text not null,
  token text not null,
  rate text not null,
  due bigint not null check (due > 0), -- Amount
  tolerance bigint not null, -- Amount
  tail_allowance bigint not null, -- Amount
  late_payments text not null,
  received bigint not null check (received >= 0), -- Amount
  -- The rest that the payer has to pay.
  outstanding bigint not null check (outstanding >= 0), -- Amount
  merchant_wallet text not null,
  address text not null,
  -- The payer's memo, if a memo identifies the payment.
  memo text,
  redirect_url text,
  webhook_url text,
  metadata text not null,
  created_at bigint not null,
  expires_at bigint not null,
  -- The time at which the chain was known to have passed the deadline.
  past_deadline_at bigint,
  cancelled_at bigint,
  accepted_at bigint,
  completed_at bigint,
  -- All transfers, including those that are no longer on the chain.
  transfer_count bigint not null,
  -- The payment's identification: 'amount', 'memo' or 'address'.
  recognition text not null default 'amount' check (recognition in ('amount', 'memo', 'address')),
  -- Null until its period is closed.
  settlement_id text,
  -- The final refunds.
  refunded bigint not null default 0, -- Amount
  -- A smaller transfer is dust: it changes no status by itself.
  min_transfer bigint not null default 0, -- Amount
  -- The sums of its transfers, as in 'domain/sums.ts'; 'received' is the sum of all.
  received_final bigint not null default 0, -- Amount
  on_time bigint not null default 0, -- Amount
  on_time_final bigint not null default 0, -- Amount
  in_grace bigint not null default 0, -- Amount
  in_grace_final bigint not null default 0, -- Amount
  dust bigint not null default 0, -- Amount
  dust_on_time bigint not null default 0, -- Amount
  dust_in_grace bigint not null default 0, -- Amount
  transfers_on_chain bigint not null default 0,
  dust_on_chain bigint not null default 0,
  -- The coins of 'amount_cents', without a tail; null in payments of earlier releases.
  price bigint, -- Amount
  description text,
  -- The merchant's order number.
  reference text,
  -- JSON, as the API shows them; null if there are none.
  line_items text,
  cancel_url text,
  -- The payment that this one replaced, and the one that replaced this. Both have the same reference.
  supersedes text,
  superseded_by text,
  -- JSON: the methods that a payer may choose besides the default one; null if there are none.
  alternatives text,
  -- The number of its rows in 'methods': none while only the default one is open.
  open_methods smallint not null default 0, -- number
  -- The link whose page made it.
  payment_link text
);
create index payments_listed on payments (merchant_id, livemode, created_at, seq);
create index payments_of_network on payments (livemode, network, chain, seq);
create unique index payments_memo on payments (chain, memo, address) where memo is not null;
create index payments_waiting on payments (livemode, network, expires_at) where status in ('created', 'partially_paid');
create index payments_unsettled on payments
  (merchant_id, livemode, chain, token, lower(merchant_wallet), completed_at)
  where completed_at is not null and settlement_id is null and recognition <> 'address';
create index payments_of_reference on payments (merchant_id, livemode, reference, created_at, seq) where reference is not null;
create index payments_by_facet on payments
  (merchant_id, livemode, status, network, cryptocurrency, exceptions, created_at, seq);
create index payments_overrefunded on payments (merchant_id, livemode, created_at, seq) where refunded > received_final;
create index payments_unresolved on payments (merchant_id, livemode, status, exceptions, created_at, seq)
  where status in ('expired', 'cancelled') and received > refunded;
create index payments_of_link on payments
  (payment_link, created_at, seq, merchant_id, livemode, status, network, cryptocurrency, exceptions)
  where payment_link is not null;
create index payments_of_settlement on payments
  (settlement_id, created_at, seq, merchant_id, livemode, status, network, cryptocurrency, exceptions)
  where settlement_id is not null;

-- The open methods of payments with several: a coin on a network with its own amount, and what came in it. The payment's own
-- columns of these names repeat those of the chosen one.
create table methods (
  seq {id},
  payment_id text not null references payments (id),
  -- 0 for the default one, then the alternatives in the merchant's order.
  position smallint not null check (position >= 0), -- number
  opened_at bigint not null,
  cryptocurrency text not null,
  network text not null,
  chain text not null,
  token text not null,
  merchant_wallet text not null,
  rate text not null,
  due bigint not null check (due > 0), -- Amount
  price bigint not null, -- Amount
  tolerance bigint not null, -- Amount
  tail_allowance bigint not null, -- Amount
  outstanding bigint not null, -- Amount
  address text not null,
  memo text,
  recognition text not null check (recognition in ('amount', 'memo', 'address')),
  received bigint not null, -- Amount
  received_final bigint not null, -- Amount
  on_time bigint not null, -- Amount
  on_time_final bigint not null, -- Amount
  in_grace bigint not null, -- Amount
  in_grace_final bigint not null, -- Amount
  dust bigint not null, -- Amount
  dust_on_time bigint not null, -- Amount
  dust_in_grace bigint not null, -- Amount
  transfers_on_chain bigint not null,
  dust_on_chain bigint not null,
  refunded bigint not null, -- Amount
  -- The deadline, until its network is known to have passed it; null since.
  awaited_until bigint,
  unique (payment_id, position),
  unique (payment_id, chain, token)
);
create index methods_of_memo on methods (chain, memo) where memo is not null;
create index methods_awaited on methods (network, chain, awaited_until) where awaited_until is not null;

-- Links whose page makes a payment each time that a payer asks for one.
create table payment_links (
  seq {id},
  id text not null unique,
  merchant_id text not null references merchants (id),
  livemode smallint not null check (livemode in (0, 1)),
  active smallint not null check (active in (0, 1)),
  title text not null,
  description text,
  currency text not null,
  -- Null where the payer enters an amount, which is then at least the minimum.
  amount_cents bigint check (amount_cents > 0),
  minimum_cents bigint check (minimum_cents > 0),
  maximum_cents bigint check (maximum_cents >= minimum_cents),
  preset_cents bigint check (preset_cents between minimum_cents and maximum_cents),
  -- JSON, as the API shows them; null if there are none.
  line_items text,
  -- The method that its payments begin with.
  cryptocurrency text not null,
  network text not null,
  merchant_wallet text not null,
  -- JSON, as they were given: 'all', or a list.
  alternatives text,
  -- The number of payments that may be open or paid; null without a limit.
  max_payments bigint check (max_payments > 0),
  payment_count bigint not null check (payment_count >= 0),
  expires_at bigint,
  redirect_url text,
  metadata text not null,
  created_at bigint not null,
  check ((amount_cents is null) <> (minimum_cents is null))
);
create index payment_links_of_merchant on payment_links (merchant_id, livemode, created_at, seq);

-- The amounts that payments may expect on a wallet. Rows stay when another payment takes the amount over.
create table reservations (
  seq {id},
  chain text not null,
  token text not null,
  address text not null,
  amount bigint not null, -- Amount
  payment_id text not null,
  reserved_at bigint not null,
  -- The time of the payment's end; null while it is open.
  released_at bigint,
  -- 1 for the last holder of the amount, null for former ones: unique per wallet and amount.
  current smallint, -- 1
  -- The payment's merchant.
  merchant_id text
);
create unique index reservations_current on reservations (chain, token, address, amount) where current = 1;
create index reservations_of_payment on reservations (payment_id);
create index reservations_open on reservations (merchant_id, chain, token, address, amount) where released_at is null;
create index reservations_retired on reservations (chain, token, address, amount) where current is null;

-- Transactions reported by payers' pages: where to look, and no proof of anything.
create table reports (
  payment_id text not null references payments (id),
  -- From 1 to 20: a payment has no more.
  slot smallint not null check (slot between 1 and 20), -- number
  tx_hash text not null,
  -- Null if the payer named only the transaction.
  from_address text,
  reported_at bigint not null,
  primary key (payment_id, slot),
  unique (payment_id, tx_hash)
);
create index reports_of_transaction on reports (tx_hash);
create index reports_by_time on reports (reported_at);

-- Ed25519 keys that sign receipts, of which one in each environment is not retired.
create table receipt_keys (
  -- Its thumbprint (RFC 7638).
  kid text not null primary key,
  livemode smallint not null,
  -- The members 'x' and 'd' of the key as a JWK (RFC 8037).
  public_key text not null,
  -- Null once the key is retired.
  private_key text,
  created_at bigint not null,
  retired_at bigint
);
create unique index receipt_keys_signing on receipt_keys (livemode) where retired_at is null;

-- Written once and never changed.
create table receipts (
  -- The payment or refund.
  subject text not null primary key,
  jti text not null,
  jws text not null,
  issued_at bigint not null
);
`
