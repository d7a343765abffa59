/** A payer may name a transaction without its sender. SQLite cannot drop `not null`, so the table is written anew. */
export const up = `
create table claims (
  payment_id text not null references payments (id),
  slot smallint not null check (slot between 1 and 20),
  tx_hash text not null,
  from_address text,
  reported_at bigint not null,
  primary key (payment_id, slot),
  unique (payment_id, tx_hash)
);
insert into claims select payment_id, slot, tx_hash, from_address, reported_at from reports;
drop table reports;
alter table claims rename to reports;
create index reports_of_transaction on reports (tx_hash);
create index reports_by_time on reports (reported_at);
`
