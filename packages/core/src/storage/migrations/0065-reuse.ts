/**
 * An order that is asked for again gets its open payment. The index has at most one such payment of a merchant's reference and price,
 * and none that has ended.
 */
export const up = `
-- True if it is the answer to further requests with 'reuse' for its reference and price, while it is open.
alter table payments add column reuse smallint not null default 0;
create unique index payments_of_order on payments (merchant_id, livemode, reference, amount_cents, currency)
  where reuse = 1 and status in ('created', 'partially_paid', 'processing');
`
