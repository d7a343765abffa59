/** Events, webhooks and their deliveries. */
export const events = `
create table events (
  merchant_id text not null,
  livemode smallint not null,
  sequence bigint not null,
  id text not null unique,
  type text not null,
  created_at bigint not null,
  -- The resource at that time, as JSON without the QR code, which follows from the rest.
  object text not null,
  -- The payment that the resource is or belongs to; null if there is none.
  payment_id text,
  primary key (merchant_id, livemode, sequence)
);
create index events_by_type on events (merchant_id, livemode, type, sequence);
create index events_of_payment on events (payment_id, sequence) where payment_id is not null;

-- The last event that a named in-process listener has handled, by merchant and environment.
create table listeners (
  name text not null,
  merchant_id text not null,
  livemode smallint not null,
  sequence bigint not null,
  primary key (name, merchant_id, livemode)
);

-- A merchant's URL for events.
create table webhooks (
  seq {id},
  id text not null unique,
  merchant_id text not null,
  livemode smallint not null,
  url text not null,
  description text,
  -- JSON array of types and patterns such as 'payment.*'.
  events text not null,
  created_at bigint not null,
  -- It receives only later events.
  from_sequence bigint not null,
  -- The time of the first failure since the last success; null after a success.
  failing_since bigint,
  disabled_at bigint,
  disabled_reason text check (disabled_reason in ('failing', 'gone', 'manual'))
);
create index webhooks_listed on webhooks (merchant_id, livemode, seq);

-- Secrets that sign deliveries. The one without an end is the current one; others also sign until they expire.
create table webhook_secrets (
  seq {id},
  merchant_id text not null,
  livemode smallint not null,
  -- Null: the merchant's default secret, for payments' own 'webhookUrl'.
  webhook_id text,
  -- 'whsec_' and base64, as Standard Webhooks writes it.
  secret text not null,
  created_at bigint not null,
  expires_at bigint
);
create unique index webhook_secrets_current on webhook_secrets (merchant_id, livemode, coalesce(webhook_id, ''))
  where expires_at is null;
create index webhook_secrets_ended on webhook_secrets (expires_at) where expires_at is not null;
create index webhook_secrets_of on webhook_secrets (merchant_id, livemode, webhook_id);

-- The last event for which deliveries were created.
create table webhook_places (
  merchant_id text not null,
  livemode smallint not null,
  sequence bigint not null,
  primary key (merchant_id, livemode)
);

-- One event for one receiver: at most one row, sent until it is accepted or given up.
create table deliveries (
  seq {id},
  id text not null unique,
  merchant_id text not null,
  livemode smallint not null,
  -- Null: the receiver is the payment's own 'webhookUrl'.
  webhook_id text,
  url text not null,
  -- A queue of deliveries: a slow receiver delays only its own lane.
  lane text not null,
  event_id text not null,
  event_sequence bigint not null,
  event_type text not null,
  payment_id text,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  -- The number of attempts that have ended.
  attempts bigint not null,
  -- The time at which it is sent next. A claim moves it past the end of an attempt, so that a crash loses nothing.
  due_at bigint,
  created_at bigint not null,
  ended_at bigint,
  -- The HTTP status of the last answer; null if there was none.
  last_status smallint, -- number
  check ((state = 'pending') = (due_at is not null))
);
create unique index deliveries_once on deliveries (event_id, coalesce(webhook_id, ''));
create index deliveries_due on deliveries (lane, due_at, event_sequence) where state = 'pending';
create index deliveries_of_webhook on deliveries (webhook_id, seq);
create index deliveries_of_webhook_by_state on deliveries (webhook_id, state, seq);
create index deliveries_failed on deliveries (webhook_id, created_at) where state = 'failed';
create index deliveries_of_payment on deliveries (payment_id, seq);
create index deliveries_by_age on deliveries (created_at) where state <> 'pending';
create index deliveries_of_merchant on deliveries (merchant_id, livemode, created_at, seq);
create index deliveries_by_type on deliveries (merchant_id, livemode, event_type, created_at, seq);
create index deliveries_pending_of_merchant on deliveries (merchant_id, livemode, created_at, seq)
  where state = 'pending';
create index deliveries_failed_of_merchant on deliveries (merchant_id, livemode, created_at, seq) where state = 'failed';
create index deliveries_not_accepted on deliveries (merchant_id, livemode, created_at, seq)
  where (last_status is null or last_status < 200 or last_status > 299);

-- The time at which the first pending delivery of a lane is due: maybe earlier, never later. Null if none is pending.
create table delivery_lanes (
  lane text primary key,
  due_at bigint,
  -- If several nodes send: the node that sends on this lane, and until when.
  holder text,
  held_until bigint,
  -- The time at which users were last told that a delivery was given up.
  reported_at bigint
);
create index delivery_lanes_due on delivery_lanes (due_at) where due_at is not null;

create table delivery_attempts (
  delivery_id text not null,
  -- From 1 on.
  number bigint not null,
  started_at bigint not null,
  latency_ms bigint not null,
  -- JSON object, without signatures.
  request_headers text not null,
  response_status bigint,
  -- The first kilobyte.
  response_body text,
  -- The reason for no response; null if there was one.
  failure text,
  primary key (delivery_id, number)
);
`
