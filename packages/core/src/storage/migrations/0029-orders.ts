/**
 * What a payment is for, as its payer sees it, and the payment that it replaces or that replaced it. `line_items` is JSON.
 */
export const up = `
alter table payments add column description text;
alter table payments add column reference text;
alter table payments add column line_items text;
alter table payments add column cancel_url text;
alter table payments add column supersedes text;
alter table payments add column superseded_by text;
create index payments_of_reference on payments (merchant_id, livemode, reference, created_at, seq) where reference is not null;
`
