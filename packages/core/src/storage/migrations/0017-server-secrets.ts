/** What keys of this checkout's own are derived from. No interface shows it. */
export const up = `
create table server_secrets (
  name text primary key,
  secret text not null,
  created_at bigint not null
);
`
