/**
 * Which address of a user was confirmed, and the codes that confirm one. Codes are counted for a month, also those of users
 * who are gone: an address gets few of them, from all users together.
 */
const addresses = `
alter table users add column confirmed_email text;
create table email_codes (
  seq {id},
  user_id text not null,
  merchant_id text not null,
  email text not null,
  email_key text not null,
  language text not null,
  tries bigint not null,
  attempts bigint not null,
  due_at bigint,
  created_at bigint not null,
  ended_at bigint
);
create index email_codes_due on email_codes (due_at) where due_at is not null;
create index email_codes_of_user on email_codes (user_id, seq);
create index email_codes_of_address on email_codes (email_key, created_at);
create index email_codes_of_merchant on email_codes (merchant_id, created_at);
create index email_codes_by_age on email_codes (created_at);
`

/** When users were last told that deliveries to a receiver are given up. */
const reports = `
alter table delivery_lanes add column reported_at bigint;
update notification_choices set kind = 'webhook_failing' where kind = 'webhook_disabled';
update notifications set kind = 'webhook_failing' where kind = 'webhook_disabled';
`

export const confirmedAddresses = addresses + reports

/**
 * What lists count by. Tallies of a facet are read without those of others. Payments of a link or a settlement are counted by
 * their index alone, with the other filters.
 */
export const listCounts = `
create index tallies_of_facet on tallies
  (merchant_id, livemode, span, status, network, cryptocurrency, exceptions, start);
drop index payments_of_link;
create index payments_of_link on payments
  (payment_link, created_at, seq, merchant_id, livemode, status, network, cryptocurrency, exceptions)
  where payment_link is not null;
drop index payments_of_settlement;
create index payments_of_settlement on payments
  (settlement_id, created_at, seq, merchant_id, livemode, status, network, cryptocurrency, exceptions)
  where settlement_id is not null;
`

/** What lists of deliveries are counted and read by: tallies of all that there are, and indexes of what is rare. */
export const deliveryCounts = `
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
insert into delivery_tallies
  select merchant_id, livemode, span, coalesce(webhook_id, ''), event_type, created_at / span, count(*)
  from deliveries,
    (select cast(8640000000000000 as bigint) as span union all select 86400000 union all select 3600000) as spans
  group by merchant_id, livemode, span, coalesce(webhook_id, ''), event_type, created_at / span;
create index deliveries_by_type on deliveries (merchant_id, livemode, event_type, created_at, seq);
create index deliveries_pending_of_merchant on deliveries (merchant_id, livemode, created_at, seq)
  where state = 'pending';
drop index deliveries_failed_of_merchant;
create index deliveries_failed_of_merchant on deliveries (merchant_id, livemode, created_at, seq) where state = 'failed';
create index deliveries_not_accepted on deliveries (merchant_id, livemode, created_at, seq)
  where (last_status is null or last_status < 200 or last_status > 299);
`

/** Failed authorizations, by when they can no longer be used: until then anybody may send them. */
export const failedAuthorizations = `
create index authorizations_failed on authorizations (environment, network, valid_before) where state = 'failed';
`
