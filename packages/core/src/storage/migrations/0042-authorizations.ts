/**
 * An authorization gets an id of its own: payers may choose its nonce, and two accounts may choose the same. `due` is
 * what the payment asked for when it was signed; it may exceed the amount that is authorized.
 */
export const up = `
alter table authorizations rename column nonce to id;
alter table authorizations add column nonce text not null default '';
alter table authorizations add column due bigint not null default 0;
alter table authorizations add column identifier text;
update authorizations set nonce = id, due = amount;
`
