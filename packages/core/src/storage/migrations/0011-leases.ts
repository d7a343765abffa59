/** Which node does which work, and how many requests each node may accept. */
export const up = `
create table leases (
  name text primary key,
  holder text not null,
  token bigint not null,
  note text not null,
  renewed_at bigint not null,
  expires_at bigint not null
);

create table permits (
  id {id},
  account text not null,
  permits bigint not null,
  taken_at bigint not null
);
create index permits_of_account on permits (account, taken_at);

alter table delivery_lanes add column holder text;
alter table delivery_lanes add column held_until bigint;
`
