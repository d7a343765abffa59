/** Merchants with their keys, settings and wallets, and what was asked of the API. */
export const shops = `
create table merchants (
  seq {id},
  id text not null unique,
  name text not null,
  -- Six hexadecimal digits; null for the checkout's own colour.
  accent text,
  plan text not null,
  created_at bigint not null,
  -- The last event's sequence number in each environment.
  live_sequence bigint not null default 0,
  sandbox_sequence bigint not null default 0,
  support_email text,
  support_url text,
  -- The name of its file among the logos; null if it has none.
  logo text
);

-- One for each merchant that has a logo.
create table logos (
  merchant_id text primary key references merchants (id),
  -- A hash of the content, with the ending of its type. Merchants with the same logo share it.
  name text not null,
  content_type text not null,
  -- Base64.
  content text not null
);
create index logos_by_name on logos (name);

create table api_keys (
  seq {id},
  id text not null unique,
  merchant_id text not null references merchants (id),
  livemode smallint not null,
  public_key text not null unique,
  secret_hash text not null,
  -- JSON array; null means all.
  scopes text,
  require_signature smallint not null,
  -- Identifies a key that the server made for itself; null for other keys.
  label text,
  created_at bigint not null,
  revoked_at bigint,
  -- Null in keys of earlier releases, as 'created_by'.
  name text,
  created_by text,
  -- The start of the minute.
  last_used_at bigint,
  -- Null: never.
  expires_at bigint
);
create index api_keys_of_merchant on api_keys (merchant_id, livemode, seq);

-- A merchant's changes of settings, kept for ever. The last one holds the current settings.
create table settings_changes (
  seq {id},
  merchant_id text not null,
  livemode smallint not null,
  -- Never earlier than the previous change, whatever the clock says.
  changed_at bigint not null,
  changed_by text not null,
  -- The settings as JSON.
  settings_before text not null,
  settings_after text not null
);
create index settings_changes_of on settings_changes (merchant_id, livemode, changed_at, seq);

-- Merchants that may name a wallet, and those that were refused. One of them owns it.
create table wallet_users (
  -- The kind of network, as CAIP-2 names it: an address is one key on all networks of a kind.
  namespace text not null, -- 'eip155' | 'stellar'
  -- Lower case.
  address text not null,
  merchant_id text not null,
  role text not null check (role in ('owner', 'shared', 'refused')),
  created_at bigint not null,
  -- The time at which the merchant proved the wallet by its signature; null if it did not.
  proven_at bigint,
  -- The time at which the operator last set the merchant's role for the wallet; null if never.
  decided_at bigint,
  primary key (namespace, address, merchant_id)
);
create unique index wallet_owner on wallet_users (namespace, address) where role = 'owner';

-- Wallets that are watched, for whom, and since when.
create table wallets (
  chain text not null,
  address text not null,
  merchant_id text not null,
  livemode smallint not null,
  created_at bigint not null,
  -- 1 if payments ask for money there; 0 on other networks, where payers send it by mistake.
  asked smallint not null,
  primary key (chain, address, merchant_id, livemode)
);

-- Secrets from which this checkout derives its own keys, as base64. No interface shows them.
create table server_secrets (
  name text primary key,
  secret text not null,
  created_at bigint not null
);

create table idempotency (
  merchant_id text not null,
  livemode smallint not null,
  key text not null,
  fingerprint text not null,
  status bigint not null,
  body text not null,
  created_at bigint not null,
  primary key (merchant_id, livemode, key)
);
create index idempotency_by_age on idempotency (created_at);

create table request_log (
  merchant_id text not null,
  livemode smallint not null,
  id text not null,
  created_at bigint not null,
  method text not null,
  path text not null,
  status smallint not null, -- number
  code text,
  actor text not null,
  address text not null,
  duration_ms integer not null,
  primary key (merchant_id, livemode, id)
-- sqlite
) without rowid;
-- postgres
);
-- both

-- Triggers refuse to change or delete a row.
create table audit_log (
  seq {id},
  id text not null unique,
  -- Null: it concerns no merchant.
  merchant_id text,
  livemode smallint not null check (livemode in (0, 1)),
  created_at bigint not null,
  operation text not null,
  actor text not null,
  address text,
  request_id text,
  object text not null,
  object_id text,
  -- JSON, both.
  fields_before text,
  fields_after text
);
create index audit_log_listed on audit_log (merchant_id, livemode, created_at, seq);
create index audit_log_of_actor on audit_log (merchant_id, livemode, actor, created_at, seq);
create index audit_log_of_object on audit_log (merchant_id, livemode, object, created_at, seq);
create index audit_log_of_object_id on audit_log (merchant_id, livemode, object_id, created_at, seq);
create index audit_log_of_operation on audit_log (merchant_id, livemode, operation, created_at, seq);
-- sqlite
create trigger audit_log_update before update on audit_log
  begin select raise(abort, 'entries of the audit log cannot be changed'); end;
create trigger audit_log_delete before delete on audit_log
  begin select raise(abort, 'entries of the audit log cannot be deleted'); end;
create trigger audit_log_replace before insert on audit_log
  when exists (select 1 from audit_log where seq = new.seq or id = new.id)
  begin select raise(abort, 'entries of the audit log cannot be replaced'); end;
-- postgres
create function refuse_audit_change() returns trigger language plpgsql as
  'begin raise exception ''entries of the audit log cannot be changed or deleted''; end';
create trigger audit_log_change before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();
-- both
`
