/** The requests of merchants of the last day. Ids begin with the time, so one index serves all that reads them. */
const columns = `
  merchant_id text not null,
  livemode smallint not null,
  id text not null,
  created_at bigint not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  actor text not null,
  address text not null,
  duration_ms integer not null,
  primary key (merchant_id, livemode, id)`

export const up = `
-- sqlite
create table request_log (${columns}
) without rowid;
-- postgres
create table request_log (${columns}
);
-- both
`
