/** A coin may take a fee: what left the sender and what arrived are two figures. Rows of before had no fee. */
export const up = `
alter table refunds add column raw_arrived text;
update refunds set raw_arrived = raw_amount where tx_hash is not null;
alter table sweeps add column left_amount bigint;
update sweeps set left_amount = amount;
`
