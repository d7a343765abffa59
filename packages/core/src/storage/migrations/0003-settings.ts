/** The merchants' changes of settings. The last change of an environment holds the current ones. */
export const up = `
create table settings_changes (
  seq {id},
  merchant_id text not null,
  livemode smallint not null,
  changed_at bigint not null,
  changed_by text not null,
  settings_before text not null,
  settings_after text not null
);
create index settings_changes_of on settings_changes (merchant_id, livemode, changed_at, seq);
`
