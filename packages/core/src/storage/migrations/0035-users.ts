/**
 * Who may sign in, and by what. `email_key` is the address in lower case. `passwords.totp_step` is the last step whose code
 * was used. An invitation's `user_id` is the id of the user that it makes, or the user whose credentials it resets.
 */
export const up = `
create table users (
  seq {id},
  id text not null unique,
  email text not null,
  email_key text not null unique,
  created_at bigint not null,
  signed_in_at bigint
);

create table memberships (
  user_id text not null references users (id),
  merchant_id text not null references merchants (id),
  role text not null check (role in ('owner', 'manager', 'support', 'accountant', 'cashier')),
  created_at bigint not null,
  primary key (user_id, merchant_id)
);
create index memberships_of_merchant on memberships (merchant_id, created_at, user_id);

create table passwords (
  user_id text primary key references users (id),
  hash text not null,
  totp_secret text not null,
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
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null check (counter >= 0),
  transports text not null,
  name text not null,
  created_at bigint not null,
  used_at bigint
);
create index passkeys_of_user on passkeys (user_id, seq);

create table invitations (
  seq {id},
  id text not null unique,
  token_hash text not null unique,
  kind text not null check (kind in ('first', 'member', 'reset')),
  merchant_id text references merchants (id),
  role text check (role in ('owner', 'manager', 'support', 'accountant', 'cashier')),
  email text,
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
  authenticated_at bigint not null
);
create index sessions_of_user on sessions (user_id, seq);
create index sessions_by_start on sessions (created_at);
create index sessions_by_use on sessions (seen_at);

create table spent_challenges (
  challenge text primary key,
  expires_at bigint not null
);
create index spent_challenges_by_end on spent_challenges (expires_at);
`
