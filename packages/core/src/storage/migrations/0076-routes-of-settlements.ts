/** The route of a settlement's money as it was when the settlement was opened: later settings do not change it. */
export const up = `
-- JSON with outcome, by and reason. Null for settlements of releases that stored none.
alter table settlements add column route text;
`
