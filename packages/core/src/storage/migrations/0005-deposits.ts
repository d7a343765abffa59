/** Payments' own addresses. From here on each payment stores how it is recognised. */
export const up = `
alter table payments add column recognition text not null default 'amount'
  check (recognition in ('amount', 'memo', 'address'));
update payments set recognition = 'memo' where memo is not null;

create table deposits (
  address text primary key,
  chain text not null,
  payment_id text not null unique,
  recipient text not null,
  factory text not null
);
`
