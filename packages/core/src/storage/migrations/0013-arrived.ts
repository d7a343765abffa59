/** A coin may take a fee, so the amounts sent and received are separate. Existing rows had no fee. */
export const up = `
alter table refunds add column raw_arrived text;
update refunds set raw_arrived = raw_amount where tx_hash is not null;
alter table sweeps add column left_amount bigint;
update sweeps set left_amount = amount;
`
