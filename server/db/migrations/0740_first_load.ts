import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- An empty directory is filled without its indexes and checks of references, which are then made for all rows at once,
    -- in the same transaction. What is put back is exactly what was there.
    create function begin_first_load() returns void language plpgsql as $$
    declare
      one record;
    begin
      create temporary table first_load on commit drop as
        select 1 as turn, conrelid::regclass::text as owner, conname::text as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and conrelid in ('dentists'::regclass, 'dentist_services'::regclass)
        union all
        select 0, conrelid::regclass::text, conname::text, pg_get_constraintdef(oid) from pg_constraint
        where contype = 'u' and conrelid = 'dentist_services'::regclass;
      for one in select * from first_load order by turn desc loop
        execute format('alter table %s drop constraint %I', one.owner, one.name);
      end loop;
      drop index dentist_services_service;
      perform drop_search_indexes();
    end
    $$;

    create function end_first_load() returns void language plpgsql as $$
    declare
      one record;
    begin
      perform create_search_indexes();
      create index dentist_services_service on dentist_services (service_id);
      for one in select * from first_load order by turn loop
        execute format('alter table %s add constraint %I %s', one.owner, one.name, one.definition);
      end loop;
      drop table first_load;
    end
    $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop function begin_first_load(); drop function end_first_load()`);
}
