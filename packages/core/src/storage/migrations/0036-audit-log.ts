/**
 * Who changed what. Triggers keep the rows as they are. On SQLite `insert or replace` would delete without a trigger, so
 * a number or an id that is there cannot be inserted. `before` and `after` are JSON.
 */
export const up = `
create table audit_log (
  seq {id},
  id text not null unique,
  merchant_id text,
  livemode smallint not null check (livemode in (0, 1)),
  created_at bigint not null,
  operation text not null,
  actor text not null,
  address text,
  request_id text,
  object text not null,
  object_id text,
  fields_before text,
  fields_after text
);
create index audit_log_listed on audit_log (merchant_id, livemode, created_at, seq);
create index audit_log_of_actor on audit_log (merchant_id, livemode, actor, created_at, seq);
create index audit_log_of_object on audit_log (merchant_id, livemode, object, created_at, seq);
create index audit_log_of_object_id on audit_log (merchant_id, livemode, object_id, created_at, seq);
create index audit_log_of_operation on audit_log (merchant_id, livemode, operation, created_at, seq);
-- sqlite
create trigger audit_log_update before update on audit_log
  begin select raise(abort, 'entries of the audit log cannot be changed'); end;
create trigger audit_log_delete before delete on audit_log
  begin select raise(abort, 'entries of the audit log cannot be deleted'); end;
create trigger audit_log_replace before insert on audit_log
  when exists (select 1 from audit_log where seq = new.seq or id = new.id)
  begin select raise(abort, 'entries of the audit log cannot be replaced'); end;
-- postgres
create function refuse_audit_change() returns trigger language plpgsql as
  'begin raise exception ''entries of the audit log cannot be changed or deleted''; end';
create trigger audit_log_change before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();
-- both
`
