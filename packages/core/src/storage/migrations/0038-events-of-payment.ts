/**
 * The payment that an event's object is or belongs to, as `getPaymentId` finds it, so that the events of one payment are
 * found without reading others.
 */
export const up = `
alter table events add column payment_id text;
-- sqlite
update events set payment_id = case
  when type like 'payment.%' then object ->> '$.id'
  when type like 'refund.%' then object ->> '$.paymentId'
  when type like 'transfer.%' then object ->> '$.payment'
end;
-- postgres
update events set payment_id = case
  when type like 'payment.%' then object::json ->> 'id'
  when type like 'refund.%' then object::json ->> 'paymentId'
  when type like 'transfer.%' then object::json ->> 'payment'
end;
-- both
create index events_of_payment on events (payment_id, sequence) where payment_id is not null;
`
