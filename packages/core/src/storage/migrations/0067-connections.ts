/**
 * Shop systems that a person has connected in the dashboard. A key and a webhook name the connection that they belong to, so its
 * state is theirs: a key that replaces one belongs to the same connection.
 */
export const up = `
-- A shop system that a person let use the shop. Until its code is exchanged, it has nothing.
create table connections (
  seq {id},
  id text not null unique,
  merchant_id text not null references merchants (id),
  livemode smallint not null,
  client_name text not null,
  client_uri text not null,
  webhook_url text not null,
  -- JSON array.
  scopes text not null,
  -- SHA-256 of the code, in hexadecimal digits.
  code_hash text not null unique,
  -- SHA-256 of the verifier that the code is exchanged with, in base64url (RFC 7636).
  code_challenge text not null,
  code_expires_at bigint not null,
  -- The author of the consent.
  created_by text not null,
  created_at bigint not null,
  -- The time at which the code was exchanged; null if it was not.
  connected_at bigint
);
create index connections_listed on connections (merchant_id, livemode, seq) where connected_at is not null;
create index connections_waiting on connections (code_expires_at) where connected_at is null;
-- The connection that it was made for; null if a person or a program made it.
alter table api_keys add column connection_id text;
-- The connection that it was made for; null if a person or a program made it.
alter table webhooks add column connection_id text;
create index api_keys_of_connection on api_keys (connection_id, seq) where connection_id is not null;
create index webhooks_of_connection on webhooks (connection_id) where connection_id is not null;
`
