/**
 * Sums of transfers are stored with their payment, so that one more costs the same however many there are. Dust, less
 * than a payment's minimum transfer, is counted separately; existing payments have no minimum. The index of a payment's
 * transfers lists money before dust, each in the order of recording.
 */
export const up = `
alter table payments add column min_transfer bigint not null default 0;
alter table payments add column received_final bigint not null default 0;
alter table payments add column on_time bigint not null default 0;
alter table payments add column on_time_final bigint not null default 0;
alter table payments add column in_grace bigint not null default 0;
alter table payments add column in_grace_final bigint not null default 0;
alter table payments add column dust bigint not null default 0;
alter table payments add column dust_on_time bigint not null default 0;
alter table payments add column dust_in_grace bigint not null default 0;
alter table payments add column transfers_on_chain bigint not null default 0;
alter table payments add column dust_on_chain bigint not null default 0;
update payments set
  received_final = sums.received_final,
  on_time = sums.on_time,
  on_time_final = sums.on_time_final,
  in_grace = sums.in_grace,
  in_grace_final = sums.in_grace_final,
  transfers_on_chain = sums.transfers
from (
  select t.payment_id,
    sum(case when t.state = 'final' then t.amount else 0 end) as received_final,
    sum(case when t.block_time <= p.expires_at then t.amount else 0 end) as on_time,
    sum(case when t.block_time <= p.expires_at and t.state = 'final' then t.amount else 0 end) as on_time_final,
    sum(case when t.block_time > p.expires_at and t.block_time <= p.expires_at + 86400000 then t.amount else 0 end)
      as in_grace,
    sum(case when t.block_time > p.expires_at and t.block_time <= p.expires_at + 86400000 and t.state = 'final'
      then t.amount else 0 end) as in_grace_final,
    count(*) as transfers
  from transfers t join payments p on p.id = t.payment_id
  where t.state <> 'orphaned'
  group by t.payment_id
) as sums
where sums.payment_id = payments.id;

alter table transfers add column dust smallint not null default 0 check (dust in (0, 1));
drop index transfers_of_payment;
create index transfers_of_payment on transfers (payment_id, dust, seq);

create table stray_dust (
  seq {id},
  chain text not null,
  token text not null,
  address text not null,
  merchant_id text not null,
  livemode smallint not null,
  amount bigint not null,
  transfers bigint not null,
  told_amount bigint not null,
  told_transfers bigint not null
);
create unique index stray_dust_of_wallet on stray_dust (chain, token, address, merchant_id, livemode);
create index transfers_stray_dust on transfers (chain, token, to_address, merchant_id, livemode)
  where payment_id is null and dust = 1;
`
