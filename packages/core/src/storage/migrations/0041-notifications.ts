/**
 * What users get by e-mail, how far the events of merchants were read for it, and the messages. A message stays for a day
 * after it was sent, so that they can be counted; then its event is before the place.
 */
export const up = `
create table notification_choices (
  merchant_id text not null,
  livemode smallint not null,
  user_id text not null,
  kind text not null,
  language text not null,
  created_at bigint not null,
  primary key (merchant_id, livemode, user_id, kind)
);
create table notification_places (
  merchant_id text not null,
  livemode smallint not null,
  sequence bigint not null,
  primary key (merchant_id, livemode)
);
create table notifications (
  event_id text not null,
  user_id text not null,
  merchant_id text not null,
  livemode smallint not null,
  kind text not null,
  language text not null,
  is_last smallint not null,
  attempts integer not null,
  due_at bigint,
  created_at bigint not null,
  primary key (event_id, user_id)
);
create index notifications_due on notifications (due_at) where due_at is not null;
create index notifications_of_user on notifications (user_id, created_at);
create index notifications_by_age on notifications (created_at);
`
