import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When an account was last in use. Sign-ins end and their rows go, so what they knew is kept here.
    create table account_activity (
      user_id integer primary key references users on delete cascade,
      last_active_at timestamptz not null,
      -- The mail that said the account will be removed, for this time of quiet.
      warned_at timestamptz
    );
    create index account_activity_age on account_activity (last_active_at);
    create function account_was_active() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        insert into account_activity as a (user_id, last_active_at)
        select old.user_id, old.last_seen_at where exists (select from users where id = old.user_id)
        on conflict (user_id) do update set last_active_at = greatest(a.last_active_at, excluded.last_active_at);
        return old;
      end if;
      insert into account_activity as a (user_id, last_active_at) values (new.user_id, new.created_at)
      on conflict (user_id) do update set last_active_at = greatest(a.last_active_at, excluded.last_active_at);
      return new;
    end
    $$;
    create trigger auth_sessions_activity after insert or delete on auth_sessions
      for each row execute function account_was_active();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `drop trigger auth_sessions_activity on auth_sessions; drop function account_was_active(); drop table account_activity`,
  );
}
