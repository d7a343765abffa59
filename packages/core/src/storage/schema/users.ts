/** People who sign in, and the e-mails that they get. */
export const users = `
-- People who may sign in.
create table users (
  seq {id},
  id text not null unique,
  email text not null,
  -- The address in lower case: two users cannot have the same.
  email_key text not null unique,
  created_at bigint not null,
  signed_in_at bigint,
  -- The address that the user has shown to read. E-mails are sent only while it is the user's.
  confirmed_email text
);

create table memberships (
  user_id text not null references users (id),
  merchant_id text not null references merchants (id),
  role text not null check (role in ('owner', 'manager', 'support', 'accountant', 'cashier')),
  created_at bigint not null,
  primary key (user_id, merchant_id)
);
create index memberships_of_merchant on memberships (merchant_id, created_at, user_id);

-- A password always has a second factor.
create table passwords (
  user_id text primary key references users (id),
  -- With its salt and parameters.
  hash text not null,
  -- Base64.
  totp_secret text not null,
  -- The last step whose code was used.
  totp_step bigint not null,
  changed_at bigint not null
);

create table recovery_codes (
  user_id text not null references users (id),
  hash text not null,
  used_at bigint,
  primary key (user_id, hash)
);

create table passkeys (
  seq {id},
  id text not null unique,
  user_id text not null references users (id),
  -- Base64url, as are the next column's bytes: a COSE key.
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null check (counter >= 0),
  -- JSON array.
  transports text not null,
  name text not null,
  created_at bigint not null,
  used_at bigint
);
create index passkeys_of_user on passkeys (user_id, seq);

-- Links that can still be used, and those that expired lately.
create table invitations (
  seq {id},
  id text not null unique,
  token_hash text not null unique,
  -- 'first' makes the first owner, while there are no users. 'reset' gives a user new credentials.
  kind text not null check (kind in ('first', 'member', 'reset')),
  merchant_id text references merchants (id),
  role text check (role in ('owner', 'manager', 'support', 'accountant', 'cashier')),
  -- Null: the invited person gives an address.
  email text,
  -- The user that it makes, or whose credentials it resets.
  user_id text not null,
  invited_by text not null,
  created_at bigint not null,
  expires_at bigint not null,
  check ((kind = 'reset') = (merchant_id is null)),
  check ((merchant_id is null) = (role is null))
);
create index invitations_of_merchant on invitations (merchant_id, seq);
create index invitations_by_end on invitations (expires_at);

create table sessions (
  seq {id},
  id text not null unique,
  token_hash text not null unique,
  user_id text not null references users (id),
  method text not null check (method in ('password', 'passkey')),
  address text not null,
  user_agent text not null,
  created_at bigint not null,
  seen_at bigint not null,
  -- The time at which the user last showed a password or passkey.
  authenticated_at bigint not null
);
create index sessions_of_user on sessions (user_id, seq);
create index sessions_by_start on sessions (created_at);
create index sessions_by_use on sessions (seen_at);

-- Challenges of passkeys that were answered, until they expire.
create table spent_challenges (
  challenge text primary key,
  expires_at bigint not null
);
create index spent_challenges_by_end on spent_challenges (expires_at);

-- A code that was sent to confirm an address. It is derived from the row, so that no backup shows it.
create table email_codes (
  seq {id},
  user_id text not null,
  -- The place where the user asked for it.
  merchant_id text not null,
  email text not null,
  email_key text not null,
  language text not null, -- 'en' | 'de'
  -- Codes that were entered for it.
  tries bigint not null,
  -- To send it.
  attempts bigint not null,
  -- Null: it was sent, or given up.
  due_at bigint,
  created_at bigint not null,
  -- It was used, or another was sent.
  ended_at bigint
);
create index email_codes_due on email_codes (due_at) where due_at is not null;
create index email_codes_of_user on email_codes (user_id, seq);
create index email_codes_of_address on email_codes (email_key, created_at);
create index email_codes_of_merchant on email_codes (merchant_id, created_at);
create index email_codes_by_age on email_codes (created_at);

create table notification_choices (
  merchant_id text not null,
  livemode smallint not null,
  user_id text not null,
  kind text not null,
  language text not null, -- 'en' | 'de'
  created_at bigint not null,
  primary key (merchant_id, livemode, user_id, kind)
);

-- The last event that was read for e-mails.
create table notification_places (
  merchant_id text not null,
  livemode smallint not null,
  sequence bigint not null,
  primary key (merchant_id, livemode)
);

-- One event for one user: at most one row.
create table notifications (
  event_id text not null,
  user_id text not null,
  merchant_id text not null,
  livemode smallint not null,
  kind text not null,
  language text not null, -- 'en' | 'de'
  -- 1: more would follow within the hour, and are left out.
  is_last smallint not null,
  attempts integer not null,
  -- Null: it was sent, or given up.
  due_at bigint,
  created_at bigint not null,
  primary key (event_id, user_id)
);
create index notifications_due on notifications (due_at) where due_at is not null;
create index notifications_of_user on notifications (user_id, created_at);
create index notifications_by_age on notifications (created_at);
`
