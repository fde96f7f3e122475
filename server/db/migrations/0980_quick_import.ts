import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- The same answers; most numbers are written in the one way that imports write them, and need no cutting.
    create or replace function phone_key(value text) returns text language sql immutable parallel safe as $$
      select case when value ~ '^\([2-9][0-9]{2}\) [0-9]{3}-[0-9]{4}$' then translate(value, '() -', '')
        else substring(regexp_replace(regexp_replace(lower(value), '\s*(x|ext|extension|#).*$', ''), '[^0-9]', '', 'g') from '^1{0,1}([2-9][0-9]{9})$')
        end collate "C"
    $$;

    -- Two addresses are one when their keys are. These cost thirty times as much as the digits, which differ first.
    create function same_address(one text, other text) returns boolean language sql immutable parallel safe as $$
      select case when one ~ '^[ -~]*$' and other ~ '^[ -~]*$'
          and translate(one, translate(one, '0123456789', ''), '') <> translate(other, translate(other, '0123456789', ''), '') then false
        else address_key(one) = address_key(other) end
    $$;

    -- A listing offers a service once; nobody ever asked for the number of that.
    alter table dentist_services drop constraint dentist_services_pkey, drop constraint dentist_services_dentist_id_service_id_key,
      add primary key (dentist_id, service_id);

    -- Whether the triggers of single rows are left out until "set local session_replication_role = origin". Only a role that was
    -- granted this can; for others every row goes on being checked by itself.
    create function leave_row_triggers() returns boolean language plpgsql as $$
    begin
      perform set_config('session_replication_role', 'replica', true);
      return true;
    exception when insufficient_privilege then
      return false;
    end
    $$;

    -- What the triggers of references do row by row, for all rows of plan_new: what they point at is held until the transaction ends,
    -- and has to be there. Listings are not held: nobody else can see these yet, let alone remove them.
    create function check_references(filled regclass, link name) returns void language plpgsql as $$
    declare
      one record;
      wanted bigint;
      held bigint;
    begin
      execute format('create temporary table new_references on commit drop as select %s from %s f join plan_new n on n.id = f.%I',
        (select string_agg(distinct quote_ident(a.attname), ', ') from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
         where c.contype = 'f' and c.conrelid = filled and c.confrelid <> 'dentists'::regclass), filled, link);
      for one in
        select c.conname, c.confrelid::regclass as pointed, f.attname as column_name, p.attname as key from pg_constraint c
        join pg_attribute f on f.attrelid = c.conrelid and f.attnum = c.conkey[1]
        join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
        where c.contype = 'f' and c.conrelid = filled and c.confrelid <> 'dentists'::regclass
      loop
        execute format('select count(distinct %I) from new_references', one.column_name) into wanted;
        execute format('select count(*) from (select from %s p where p.%I in (select %I from new_references) for key share) p',
          one.pointed, one.key, one.column_name) into held;
        if held <> wanted then
          raise foreign_key_violation using constraint = one.conname, table = filled::text,
            message = format('rows of %s point at rows of %s that are not there', filled, one.pointed);
        end if;
      end loop;
      drop table new_references;
    end
    $$;

    -- Listings that no keys stand for yet. In the orders of the indexes, which so grow at half of the cost.
    create function add_listing_keys(listings text) returns void language plpgsql as $$
    declare
      grows boolean := to_regclass('listing_keys_word') is not null;
    begin
      execute 'create temporary table new_keys on commit drop as
        select rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max from ' || listings;
      execute 'insert into listing_keys select '''', k.* from new_keys k' || case when grows then ' order by zip5, rank, name_norm' else '' end;
      execute 'with added as (insert into listing_keys select w, k.* from new_keys k cross join lateral words_of(name_norm) w'
        || case when grows then ' order by w, rank, name_norm' else '' end || ' returning word)
        insert into name_words select word from (select distinct word from added) w order by word on conflict do nothing';
      -- One pass a kind, then sums of sums: rows that are told three times over and twice each cost five times as much.
      insert into listing_tallies
        with counted as (
          select state, 'flags' as kind, flags as value, count(*) as n from new_keys group by 1, 3
          union all
          select state, 'hours', schedule_id, count(*) from new_keys where schedule_id is not null group by 1, 3
          union all
          select state, 'depth', depth_of(rank, name_norm), count(*) from new_keys group by 1, 3
        )
        select case when grouping(state) = 1 then '' else state end, kind, value, sum(n) from counted
        group by grouping sets ((kind, value), (state, kind, value)) having grouping(state) = 1 or state is not null;
      drop table new_keys;
    end
    $$;

    create or replace function fill_listing_keys() returns void language plpgsql as $$
    begin
      perform drop_key_indexes();
      truncate listing_keys, listing_tallies;
      perform add_listing_keys('dentists where deleted_at is null');
      perform create_key_indexes();
    end
    $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function fill_listing_keys() returns void language plpgsql as $$
    begin
      perform drop_key_indexes();
      truncate listing_keys, listing_tallies;
      insert into listing_keys select '', rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max
        from dentists where deleted_at is null;
      insert into listing_tallies select s, kind, value, count(*) from listing_keys
        cross join lateral (values ('flags', flags), ('hours', schedule_id), ('depth', depth_of(rank, name_norm))) k (kind, value)
        cross join lateral (values (''), (state)) p (s) where s is not null and value is not null group by 1, 2, 3;
      insert into listing_keys select w, rank, name_norm, id, state, city_id, zip3, zip5, service_mask, flags, schedule_id, is_pro_max
        from listing_keys k cross join lateral words_of(name_norm) w;
      insert into name_words select distinct word from listing_keys where word <> '' on conflict do nothing;
      perform create_key_indexes();
    end
    $$;
    alter table dentist_services drop constraint dentist_services_pkey, add primary key (id), add unique (dentist_id, service_id);
    drop function same_address(text, text); drop function add_listing_keys(text); drop function check_references(regclass, name); drop function leave_row_triggers();
  `);
}
