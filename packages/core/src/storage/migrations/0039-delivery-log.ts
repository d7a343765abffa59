/** The status of a delivery's last answer, and the index of a merchant's deliveries to all its webhooks. */
export const up = `
alter table deliveries add column last_status smallint;
update deliveries set last_status = (
  select response_status from delivery_attempts
  where delivery_id = deliveries.id and number = deliveries.attempts
) where attempts > 0;
create index deliveries_of_merchant on deliveries (merchant_id, livemode, created_at, seq);
`
