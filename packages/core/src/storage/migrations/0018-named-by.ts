/** The payments whose pages reported a transfer's transaction, as a JSON array of ids; null for none. */
export const up = `
alter table transfers add column named_by text;
update transfers set named_by = '["' || suggested_payment || '"]' where suggested_payment is not null
  and to_address not in (select address from deposits);
`
