/**
 * Transfers are found by their transaction. Its hash comes first, because two indexes begin with the chain: on a table
 * without statistics PostgreSQL cannot tell which one to use, and reads all transfers of the chain.
 */
export const up = `
drop index transfers_identity;
create unique index transfers_identity on transfers
  (tx_hash, chain, token, from_address, to_address, raw_amount, ordinal, coalesce(memo, ''));
`
