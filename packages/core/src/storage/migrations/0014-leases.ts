/** Which of several nodes does what, and whose turn it is to send to a receiver. */
export const up = `
create table leases (
  name text primary key,
  holder text not null,
  token bigint not null,
  note text not null,
  renewed_at bigint not null,
  expires_at bigint not null
);
`
