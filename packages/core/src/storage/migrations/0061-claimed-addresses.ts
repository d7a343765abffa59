/**
 * Several users may have one address until one has confirmed it. `claim` is what only one has: the confirmed address in lower
 * case, until then the id. It has the former column, because SQLite cannot drop the constraint of one.
 */
export const up = `
-- Only one user has it: the address in lower case if it was confirmed and not released, else the id.
alter table users rename column email_key to claim;
-- The address in lower case. Several users may have it until one has confirmed it, and others that they had before.
alter table users add column email_key text not null default '';
update users set email_key = claim;
update users set claim = id where confirmed_email is null or confirmed_email <> email;
create index users_of_address on users (email_key, seq);
`
