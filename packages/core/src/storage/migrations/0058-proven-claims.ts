/** The time at which the sender of a named transaction proved by a signature for which payment it is. Null: it is only named. */
export const up = `
-- The time at which its sender proved it by a signature; null if it is only named.
alter table reports add column proved_at bigint;
create index reports_proved on reports (proved_at) where proved_at is not null;
`
