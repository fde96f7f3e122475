import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Who did what, when. No references: an entry outlives the account and the thing it is about.
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      actor_id integer,
      actor_name text not null,
      actor_email text,
      action text not null,
      subject text not null,
      subject_id text,
      note text,
      before jsonb,
      after jsonb
    );
    create index audit_log_at on audit_log (at desc, id desc);
    create index audit_log_subject on audit_log (subject, subject_id, id desc);
    create index audit_log_actor on audit_log (actor_id, id desc);

    create function audit_log_keeps() returns trigger language plpgsql as $$
    begin
      raise exception 'The audit log can only be added to' using errcode = '42501';
    end $$;
    create trigger audit_log_keeps_rows before update or delete on audit_log
      for each row execute function audit_log_keeps();
    create trigger audit_log_keeps_all before truncate on audit_log
      for each statement execute function audit_log_keeps();
    -- The owner of a table may take its own rights away; a superuser is held back by the triggers alone.
    revoke update, delete, truncate on audit_log from public, current_user;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop table audit_log; drop function audit_log_keeps()`);
}
