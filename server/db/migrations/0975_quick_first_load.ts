import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- As before, and what is filled gets a new file first: what fills a file of the same transaction need not be written to the log
    -- too, where the log is minimal. Triggers that see whole statements would keep a copy of all rows, however little they do.
    create or replace function begin_first_load() returns void language plpgsql as $$
    declare
      filled regclass[] := array['dentists', 'dentist_services', 'facets', 'facet_flags']::regclass[];
      one record;
    begin
      if exists (select from dentists) then raise 'a first load needs an empty directory'; end if;
      -- Practices that are there are looked for by name.
      if not exists (select from practices) then filled := filled || 'practices'::regclass; end if;
      create temporary table first_load on commit drop as
        select 3 as turn, format('drop trigger %I on %s', tgname, tgrelid::regclass) as away, pg_get_triggerdef(oid) as back
        from pg_trigger where tgrelid = any(filled[1:2]) and not tgisinternal and tgnewtable is not null and tgenabled = 'O'
        union all
        select 2, format('alter table %s drop constraint %I', conrelid::regclass, conname),
               format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where contype = 'f' and conrelid = any(filled[1:2])
        union all
        select 1, format('alter table %s drop constraint %I', conrelid::regclass, conname),
               format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where contype in ('u', 'p') and conrelid = 'dentist_services'::regclass
        union all
        select 0, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
        from pg_index i where indrelid = any(filled) and not exists (select from pg_constraint c where c.conindid = i.indexrelid);
      for one in select * from first_load order by turn desc loop
        execute one.away;
      end loop;
      truncate dentist_services, facets, facet_flags;
      alter table dentists alter column bio type text using bio || '';
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
      perform fill_listing_keys();
    end
    $$;

    -- Both written so that the planner takes them into the query: called once a listing, they cost five times as much.
    create or replace function depth_of(rank smallint, name text) returns integer language sql immutable parallel safe as $$
      select rank * 256 + least(ascii(name), 128)
    $$;
    -- A word counts where it stands first; no call takes a name that could hold one of more than 200 letters.
    create or replace function words_of(name text) returns setof text language sql immutable parallel safe rows 3 as $$
      select w from unnest(string_to_array(name, ' ')) with ordinality u (w, place)
      where w <> '' and length(w) <= 200 and (place = 1 or array_position(string_to_array(name, ' '), w) = place)
    $$;

    create or replace function fill_listing_keys() returns void language plpgsql as $$
    begin
      perform drop_key_indexes();
      truncate listing_keys, listing_tallies;
      insert into listing_keys select '', rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max
        from dentists where deleted_at is null;
      -- One pass a kind, then sums of sums: rows that are told three times over and twice each cost five times as much.
      insert into listing_tallies
        with counted as (
          select state, 'flags' as kind, flags as value, count(*) as n from listing_keys group by 1, 3
          union all
          select state, 'hours', schedule_id, count(*) from listing_keys where schedule_id is not null group by 1, 3
          union all
          select state, 'depth', depth_of(rank, name_norm), count(*) from listing_keys group by 1, 3
        )
        select case when grouping(state) = 1 then '' else state end, kind, value, sum(n) from counted
        group by grouping sets ((kind, value), (state, kind, value)) having grouping(state) = 1 or state is not null;
      insert into listing_keys select w, rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max
        from listing_keys k cross join lateral words_of(name_norm) w;
      insert into name_words select distinct word from listing_keys where word <> '' on conflict do nothing;
      perform create_key_indexes();
    end
    $$;
  `);
}

/** The functions before these leave the same behind. */
export async function down(): Promise<void> {}
