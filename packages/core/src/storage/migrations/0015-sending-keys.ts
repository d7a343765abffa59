/**
 * Up to which nonce all transactions of a key are explained, and up to which block none is unknown. Another program
 * sent any later ones, or this checkout did after the backup from which it was restored.
 */
export const up = `
create table sending_keys (
  chain text not null,
  signer text not null,
  accounted bigint not null,
  checked_block bigint,
  primary key (chain, signer)
);
insert into sending_keys
  select chain, signer, max(nonce) + 1, max(block_number) from sends
  where nonce is not null and ended_at is not null
  group by chain, signer;
`
