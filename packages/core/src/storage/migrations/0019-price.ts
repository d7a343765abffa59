/** Refunds are parts of what a payment was priced at, which its rate with eight decimals does not tell to the last digit. */
export const up = `
alter table payments add column price bigint;
`
