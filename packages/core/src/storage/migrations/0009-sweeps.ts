/** Balances of payments' own addresses, how much each sweep moved, and where the sweeping contract is deployed. */
export const up = `
create table factories (
  chain text primary key,
  deployed_at bigint not null
);

create table deposit_balances (
  chain text not null,
  token text not null,
  address text not null,
  payment_id text not null references payments (id),
  merchant_id text not null,
  livemode smallint not null,
  network text not null,
  cryptocurrency text not null,
  recipient text not null,
  received bigint not null,
  swept bigint not null,
  funded_at bigint not null,
  settlement_id text,
  primary key (chain, token, address)
);
create index deposit_balances_due on deposit_balances (merchant_id, livemode, chain, token, recipient, funded_at)
  where settlement_id is null and received > swept;
insert into deposit_balances
  select t.chain, t.token, t.to_address, d.payment_id, p.merchant_id, p.livemode, t.network, t.cryptocurrency,
    d.recipient, sum(t.amount), 0, max(t.final_at), null
  from transfers t join deposits d on d.address = t.to_address join payments p on p.id = d.payment_id
  where t.state = 'final'
  group by t.chain, t.token, t.to_address, d.payment_id, p.merchant_id, p.livemode, t.network, t.cryptocurrency,
    d.recipient;

create table sweeps (
  settlement_id text not null references settlements (id),
  address text not null,
  chain text not null,
  token text not null,
  payment_id text not null references payments (id),
  send_id bigint not null references sends (id),
  state text not null check (state in ('open', 'swept', 'empty', 'released')),
  expected bigint not null,
  amount bigint,
  primary key (settlement_id, address),
  check ((amount is null) = (state = 'open'))
);
create index sweeps_of_send on sweeps (send_id);
create unique index sweeps_open on sweeps (chain, token, address) where state = 'open';

alter table settlements add column gas_cost text not null default '0';
`
