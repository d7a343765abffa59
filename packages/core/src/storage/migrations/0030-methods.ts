/**
 * The payer chooses among methods. `alternatives` is JSON: the methods besides the default one, in the merchant's order.
 * Once a second one is open, all open ones are rows of `methods`, and the payment repeats the columns of the chosen one.
 */
export const up = `
alter table payments add column alternatives text;
alter table payments add column open_methods smallint not null default 0;

create table methods (
  seq {id},
  payment_id text not null references payments (id),
  position smallint not null check (position >= 0),
  opened_at bigint not null,
  cryptocurrency text not null,
  network text not null,
  chain text not null,
  token text not null,
  merchant_wallet text not null,
  rate text not null,
  due bigint not null check (due > 0),
  price bigint not null,
  tolerance bigint not null,
  tail_allowance bigint not null,
  outstanding bigint not null,
  address text not null,
  memo text,
  recognition text not null check (recognition in ('amount', 'memo', 'address')),
  received bigint not null,
  received_final bigint not null,
  on_time bigint not null,
  on_time_final bigint not null,
  in_grace bigint not null,
  in_grace_final bigint not null,
  dust bigint not null,
  dust_on_time bigint not null,
  dust_in_grace bigint not null,
  transfers_on_chain bigint not null,
  dust_on_chain bigint not null,
  refunded bigint not null,
  awaited_until bigint,
  unique (payment_id, position),
  unique (payment_id, chain, token)
);
create index methods_of_memo on methods (chain, memo) where memo is not null;
create index methods_awaited on methods (network, chain, awaited_until) where awaited_until is not null;
`
