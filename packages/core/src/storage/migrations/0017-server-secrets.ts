/** Secrets from which this checkout derives its own keys. No interface shows them. */
export const up = `
create table server_secrets (
  name text primary key,
  secret text not null,
  created_at bigint not null
);
`
