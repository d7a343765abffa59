/** Places of payment links: open and paid payments take one each. Those that ended unpaid have given theirs back. */
export const up = `
-- Those that are open or paid now.
alter table payment_links add column taken_count bigint not null default 0;
update payment_links set taken_count =
  (select count(*) from payments where payment_link = payment_links.id and status not in ('expired', 'cancelled'));
`
