/**
 * Orders queued sends by when they are due, so that a postponed one comes after those not tried yet. Indexes a day's
 * spending by when it was known, and sweeps by address.
 */
export const fairness = `
drop index sends_queued;
create index sends_queued on sends (environment, network, chain, signer, due_at, id) where state = 'queued';
drop index authorizations_by_time;
create index authorizations_spent on authorizations (environment, network, ended_at);
drop index refunds_signed;
create index refunds_signed on refunds (chain, from_address, completed_at) where method = 'signer';
create index sweeps_of_deposit on sweeps (chain, token, address, send_id);
`

/** Which node does which work, and how many requests each node may accept. */
export const leases = `
create table leases (
  name text primary key,
  holder text not null,
  token bigint not null,
  note text not null,
  renewed_at bigint not null,
  expires_at bigint not null
);

create table permits (
  id {id},
  account text not null,
  permits bigint not null,
  taken_at bigint not null
);
create index permits_of_account on permits (account, taken_at);

alter table delivery_lanes add column holder text;
alter table delivery_lanes add column held_until bigint;
`

/**
 * Transfers are found by their transaction. Its hash comes first, because two indexes begin with the chain: on a table
 * without statistics PostgreSQL cannot tell which one to use, and reads all transfers of the chain.
 */
export const transactions = `
drop index transfers_identity;
create unique index transfers_identity on transfers
  (tx_hash, chain, token, from_address, to_address, raw_amount, ordinal, coalesce(memo, ''));
`

/** A coin may take a fee, so the amounts sent and received are separate. Existing rows had no fee. */
export const arrived = `
alter table refunds add column raw_arrived text;
update refunds set raw_arrived = raw_amount where tx_hash is not null;
alter table sweeps add column left_amount bigint;
update sweeps set left_amount = amount;
`

/**
 * Which merchants may name a wallet. The first merchant to name it owns it; for existing wallets, the merchant with the
 * oldest entry. An address is one key on all networks of its kind, so the kind (`eip155`, `stellar`) takes the place of
 * the chain. Reservations get their merchant, so that a merchant's open ones can be counted.
 */
export const walletUsers = `
create table wallet_users (
  namespace text not null,
  address text not null,
  merchant_id text not null,
  role text not null check (role in ('owner', 'shared', 'refused')),
  created_at bigint not null,
  primary key (namespace, address, merchant_id)
);
create unique index wallet_owner on wallet_users (namespace, address) where role = 'owner';

insert into wallet_users (namespace, address, merchant_id, role, created_at)
select namespace, address, merchant_id, 'owner', created_at from (
  select namespace, address, merchant_id, created_at,
    row_number() over (partition by namespace, address order by created_at, asked desc, merchant_id) as place
  from (
    select case when chain like 'eip155:%' then 'eip155' else 'stellar' end as namespace,
      address, merchant_id, created_at, asked
    from wallets where address not in (select address from deposits)
    union all
    select 'eip155', deposits.recipient, payments.merchant_id, payments.created_at, 1
    from deposits join payments on payments.id = deposits.payment_id
  ) named
) ranked where place = 1;

alter table reservations add column merchant_id text;
update reservations set merchant_id = (select merchant_id from payments where payments.id = reservations.payment_id);
create index reservations_open on reservations (merchant_id, chain, token, address, amount) where released_at is null;
`

/**
 * Up to which nonce all transactions of a key are explained, and up to which block none is unknown. Another program
 * sent any later ones, or this checkout did after the backup from which it was restored.
 */
export const sendingKeys = `
create table sending_keys (
  chain text not null,
  signer text not null,
  accounted bigint not null,
  checked_block bigint,
  primary key (chain, signer)
);
insert into sending_keys
  select chain, signer, max(nonce) + 1, max(block_number) from sends
  where nonce is not null and ended_at is not null
  group by chain, signer;
`

/**
 * Sums of transfers are stored with their payment, so that one more costs the same however many there are. Dust, less
 * than a payment's minimum transfer, is counted separately; existing payments have no minimum. The index of a payment's
 * transfers lists money before dust, each in the order of recording.
 */
export const dust = `
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
