import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- Every index but the keys other tables point at goes and comes back, exactly as it was: building one over all rows at
    -- once costs a tenth of growing it row by row.
    create or replace function begin_first_load() returns void language plpgsql as $$
    declare
      filled regclass[] := array['dentists', 'dentist_services', 'facets', 'facet_flags']::regclass[];
      one record;
    begin
      -- Practices that are there are looked for by name.
      if not exists (select from practices) then filled := filled || 'practices'::regclass; end if;
      create temporary table first_load on commit drop as
        select 2 as turn, format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
               format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
        from pg_constraint where contype = 'f' and conrelid = any(filled[1:2])
        union all
        select 1, format('alter table %s drop constraint %I', conrelid::regclass, conname),
               format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where contype = 'u' and conrelid = 'dentist_services'::regclass
        union all
        select 0, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
        from pg_index i where indrelid = any(filled) and not exists (select from pg_constraint c where c.conindid = i.indexrelid);
      for one in select * from first_load order by turn desc loop
        execute one.away;
      end loop;
    end
    $$;

    create or replace function end_first_load() returns void language plpgsql as $$
    declare
      one record;
    begin
      for one in select * from first_load order by turn loop
        execute one.back;
      end loop;
      drop table first_load;
    end
    $$;
  `);
}

/** The functions before this one put back the same. */
export async function down(): Promise<void> {}
