/** A code that comes again ends its connection only if it comes from elsewhere. Codes that wait are listed. */
export const up = `
-- The IP address that exchanged the code; null if it was not exchanged, or was before there was this column.
alter table connections add column exchanged_from text;
drop index connections_listed;
create index connections_listed on connections (merchant_id, livemode, seq);
`
