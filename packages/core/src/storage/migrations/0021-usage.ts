/** Counts a merchant's payments in an environment, so that a quota check need not count rows. */
export const up = `
create table payment_usage (
  merchant_id text not null,
  livemode smallint not null,
  open_payments bigint not null,
  text_bytes bigint not null,
  primary key (merchant_id, livemode)
);
insert into payment_usage (merchant_id, livemode, open_payments, text_bytes)
  select merchant_id, livemode,
    sum(case when status in ('created', 'partially_paid', 'processing') then 1 else 0 end),
    sum(octet_length(metadata) + coalesce(octet_length(redirect_url), 0) + coalesce(octet_length(webhook_url), 0))
  from payments
  group by merchant_id, livemode;
`
