/**
 * Refunds are shares of a payment's price in coins. The rate has only eight decimals and cannot reproduce it exactly.
 */
export const up = `
alter table payments add column price bigint;
`
