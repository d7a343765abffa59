/**
 * Which merchants may name a wallet. The first merchant to name it owns it; for existing wallets, the merchant with the
 * oldest entry. An address is one key on all networks of its kind, so the kind (`eip155`, `stellar`) takes the place of
 * the chain. Reservations get their merchant, so that a merchant's open ones can be counted.
 */
export const up = `
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
