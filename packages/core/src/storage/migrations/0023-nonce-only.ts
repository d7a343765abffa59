/** Bytes that only take a send's nonce, with a transaction of nothing: what it was to do is signed again with another one. */
export const up = `
alter table send_attempts add column nonce_only bigint not null default 0 check (nonce_only in (0, 1));
`
