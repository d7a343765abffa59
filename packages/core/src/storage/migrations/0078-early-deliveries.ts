/** Deliveries of fast burns that are sent before the burns are final, and so before their exits are recorded. */
export const up = `
create table early_deliveries (
  -- Of the signed message: 32 bytes in lower case.
  nonce text primary key,
  -- The transaction of ours that burned the money.
  send_id bigint not null unique,
  -- The converter's account.
  chain text not null,
  account text not null,
  -- The settlement that pays for the delivery.
  settlement_id text not null references settlements (id),
  amount bigint not null check (amount > 0), -- Amount
  created_at bigint not null
);
`
