/**
 * The keys that sign receipts, one at a time for each environment, and the receipts of payments and refunds. A key that
 * signs no more keeps only its public half. Payments and refunds that completed before have no receipt.
 */
export const up = `
create table receipt_keys (
  kid text not null primary key,
  livemode smallint not null,
  public_key text not null,
  private_key text,
  created_at bigint not null,
  retired_at bigint
);
create unique index receipt_keys_signing on receipt_keys (livemode) where retired_at is null;

create table receipts (
  subject text not null primary key,
  jti text not null,
  jws text not null,
  issued_at bigint not null
);
`
