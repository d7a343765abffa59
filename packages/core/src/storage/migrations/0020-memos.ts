/** For money with a payment's memo that does not pay it, as in another coin. */
export const up = `
create index transfers_unattributed_of_memo on transfers (to_address, memo, amount)
  where payment_id is null and memo is not null;
`
