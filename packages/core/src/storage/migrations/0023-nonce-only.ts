/**
 * Attempts that only use up a send's nonce with an empty transaction. The send's work is then signed again with another
 * nonce.
 */
export const up = `
alter table send_attempts add column nonce_only bigint not null default 0 check (nonce_only in (0, 1));
`
