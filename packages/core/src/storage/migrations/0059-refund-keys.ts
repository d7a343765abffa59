/** Keys for refunds, recorded when a server starts with them. A backup then knows those that have sent nothing yet. */
export const up = `
-- A key (lower case) that a server was configured with, and the merchant whose refunds it then paid.
create table refund_keys (
  chain text not null,
  signer text not null,
  merchant_id text not null,
  primary key (chain, signer, merchant_id)
);
`
