/** Authorizations that no known transaction has used, by who signed them: each transfer that comes in is compared with them. */
export const up = `
create index authorizations_unused on authorizations (chain, from_address) where state <> 'used';
`
