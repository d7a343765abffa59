/** Lists of payments whose money waits for a decision are in the order of all lists. */
export const up = `
drop index payments_unresolved;
create index payments_unresolved on payments (merchant_id, livemode, status, exceptions, created_at, seq)
  where status in ('expired', 'cancelled') and received > refunded;
`
