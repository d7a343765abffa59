/** Refunds have the merchant's own id, which only one refund of a merchant has. */
export const up = `
-- The merchant's own id of it.
alter table refunds add column reference text;
create unique index refunds_of_reference on refunds (merchant_id, livemode, reference) where reference is not null;
`
