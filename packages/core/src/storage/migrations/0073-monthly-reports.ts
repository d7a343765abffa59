/** Reports of months that users get by e-mail. A row says that the month is done, so that no server sends it again. */
export const up = `
create table monthly_reports (
  merchant_id text not null,
  livemode smallint not null,
  -- Such as '2026-11'.
  month text not null,
  -- The id that its messages name: the same whenever it is made.
  id text not null unique,
  -- The answer of GET /reports/summary as JSON. Null if nobody wanted the report.
  summary text,
  created_at bigint not null,
  primary key (merchant_id, livemode, month)
);
`
