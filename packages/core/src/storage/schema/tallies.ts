/** Rows that count other rows, so that lists need no scan. */
export const tallies = `
-- The size of a merchant's payments in an environment: how many are open, and the bytes of their metadata and URLs.
create table payment_usage (
  merchant_id text not null,
  livemode smallint not null,
  open_payments bigint not null,
  text_bytes bigint not null,
  primary key (merchant_id, livemode)
);

-- Payments by time of creation and status, so that counting needs no scan.
create table tallies (
  merchant_id text not null,
  livemode smallint not null,
  -- Milliseconds: all time, a day or an hour.
  span bigint not null,
  -- The number of such spans since the epoch.
  start bigint not null,
  status text not null, -- PaymentsTable['status']
  network text not null,
  cryptocurrency text not null,
  -- As in the payment.
  exceptions text not null,
  payments bigint not null,
  primary key (merchant_id, livemode, span, start, status, network, cryptocurrency, exceptions)
);
create index tallies_of_facet on tallies
  (merchant_id, livemode, span, status, network, cryptocurrency, exceptions, start);

-- The receipts of the payments completed in a quarter of an hour: 'quarter' counts them from the epoch.
create table received_tallies (
  merchant_id text not null,
  livemode smallint not null,
  quarter bigint not null,
  network text not null,
  cryptocurrency text not null,
  -- Whole coins of each payment, and the sum of what is left of each.
  coins bigint not null, -- Amount
  millionths bigint not null, -- Amount
  payments bigint not null,
  primary key (merchant_id, livemode, quarter, network, cryptocurrency)
);

-- Terms by which payments are found, in lower case. The payment's time and number keep the order of lists.
create table search_terms (
  merchant_id text not null,
  livemode smallint not null,
  term text not null,
  created_at bigint not null,
  payment_seq bigint not null,
  primary key (merchant_id, livemode, term, created_at, payment_seq)
-- sqlite
) without rowid;
-- postgres
);
-- both

-- The number of payments that have a term, if more than a hundred do.
create table search_tallies (
  merchant_id text not null,
  livemode smallint not null,
  term text not null,
  payments bigint not null,
  primary key (merchant_id, livemode, term)
);

-- Transfers of a merchant by network, and whether they pay a payment.
create table transfer_tallies (
  merchant_id text not null,
  livemode smallint not null,
  network text not null,
  attributed smallint not null,
  transfers bigint not null,
  primary key (merchant_id, livemode, network, attributed)
);

-- Events by type and thousand: those with the numbers from 1,000 n on.
create table event_tallies (
  merchant_id text not null,
  livemode smallint not null,
  type text not null,
  thousand bigint not null,
  events bigint not null,
  primary key (merchant_id, livemode, type, thousand)
);

-- The number of deliveries created in a span of time. Null webhooks are empty.
create table delivery_tallies (
  merchant_id text not null,
  livemode smallint not null,
  span bigint not null,
  webhook_id text not null,
  event_type text not null,
  start bigint not null,
  deliveries bigint not null,
  primary key (merchant_id, livemode, span, webhook_id, event_type, start)
);
`
