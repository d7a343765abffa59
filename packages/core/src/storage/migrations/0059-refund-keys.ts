/** Keys for refunds, recorded when a server starts with them. A backup then knows those that have sent nothing yet. */
export const up = `
create table refund_keys (
  chain text not null,
  signer text not null,
  merchant_id text not null,
  primary key (chain, signer, merchant_id)
);
`
