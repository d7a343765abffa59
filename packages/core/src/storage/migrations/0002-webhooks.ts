/** Webhook endpoints, their deliveries and attempts. Nothing is sent for earlier events. */
export const up = `
create table webhooks (
  seq {id},
  id text not null unique,
  merchant_id text not null,
  livemode smallint not null,
  url text not null,
  description text,
  events text not null,
  created_at bigint not null,
  from_sequence bigint not null,
  failing_since bigint,
  disabled_at bigint,
  disabled_reason text check (disabled_reason in ('failing', 'gone', 'manual'))
);
create index webhooks_listed on webhooks (merchant_id, livemode, seq);

create table webhook_secrets (
  seq {id},
  merchant_id text not null,
  livemode smallint not null,
  webhook_id text,
  secret text not null,
  created_at bigint not null,
  expires_at bigint
);
create unique index webhook_secrets_current on webhook_secrets (merchant_id, livemode, coalesce(webhook_id, ''))
  where expires_at is null;
create index webhook_secrets_ended on webhook_secrets (expires_at) where expires_at is not null;
create index webhook_secrets_of on webhook_secrets (merchant_id, livemode, webhook_id);

create table webhook_places (
  merchant_id text not null,
  livemode smallint not null,
  sequence bigint not null,
  primary key (merchant_id, livemode)
);
insert into webhook_places select id, 1, live_sequence from merchants;
insert into webhook_places select id, 0, sandbox_sequence from merchants;

create table deliveries (
  seq {id},
  id text not null unique,
  merchant_id text not null,
  livemode smallint not null,
  webhook_id text,
  url text not null,
  lane text not null,
  event_id text not null,
  event_sequence bigint not null,
  event_type text not null,
  payment_id text,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  attempts bigint not null,
  due_at bigint,
  created_at bigint not null,
  ended_at bigint,
  check ((state = 'pending') = (due_at is not null))
);
create unique index deliveries_once on deliveries (event_id, coalesce(webhook_id, ''));
create index deliveries_due on deliveries (lane, due_at, event_sequence) where state = 'pending';
create index deliveries_of_webhook on deliveries (webhook_id, seq);
create index deliveries_of_webhook_by_state on deliveries (webhook_id, state, seq);
create index deliveries_failed on deliveries (webhook_id, created_at) where state = 'failed';
create index deliveries_of_payment on deliveries (payment_id, seq);
create index deliveries_by_age on deliveries (created_at) where state <> 'pending';

create table delivery_lanes (
  lane text primary key,
  due_at bigint
);
create index delivery_lanes_due on delivery_lanes (due_at) where due_at is not null;

create table delivery_attempts (
  delivery_id text not null,
  number bigint not null,
  started_at bigint not null,
  latency_ms bigint not null,
  request_headers text not null,
  response_status bigint,
  response_body text,
  failure text,
  primary key (delivery_id, number)
);

create index idempotency_by_age on idempotency (created_at);
`
