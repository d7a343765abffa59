/** What payers see of a merchant besides its name. `merchants.logo` names the file; `logos` has its content in base64. */
export const up = `
alter table merchants add column support_email text;
alter table merchants add column support_url text;
alter table merchants add column logo text;
create table logos (
  merchant_id text primary key references merchants (id),
  name text not null,
  content_type text not null,
  content text not null
);
create index logos_by_name on logos (name);
`
