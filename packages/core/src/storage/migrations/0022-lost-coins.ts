/** Coins may disappear from a deposit without reaching the wallet. Existing rows still count as paid out. */
export const up = `
alter table sweeps add column lost_amount bigint not null default 0;
create index sweeps_lost on sweeps (chain) where lost_amount > 0;
`
