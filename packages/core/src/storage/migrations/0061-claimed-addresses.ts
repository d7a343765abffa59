/**
 * Several users may have one address until one has confirmed it. `claim` is what only one has: the confirmed address in lower
 * case, until then the id. It has the former column, because SQLite cannot drop the constraint of one.
 */
export const up = `
alter table users rename column email_key to claim;
alter table users add column email_key text not null default '';
update users set email_key = claim;
update users set claim = id where confirmed_email is null or confirmed_email <> email;
create index users_of_address on users (email_key, seq);
`
