import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- A bulk load says "set local enamel.bulk = 'on'", writes, and calls rebuild_search() before it commits.
    create function bulk_load() returns boolean language sql stable as $$
      select coalesce(current_setting('enamel.bulk', true), '') = 'on'
    $$;

    create function free_slug(listing integer, in_city integer, name text) returns text language plpgsql as $$
    declare
      base text := coalesce(nullif(slugify(name), ''), 'listing');
      candidate text := base;
      n int := 1;
    begin
      -- Two at once for one address take turns, so that neither fails.
      perform pg_advisory_xact_lock(in_city, hashtext(base));
      while exists (select from dentists d where d.city_id = in_city and d.slug = candidate and d.id <> listing and d.deleted_at is null) loop
        n := n + 1;
        candidate := base || '-' || n;
      end loop;
      return candidate;
    end
    $$;

    create function dentists_derive() returns trigger language plpgsql as $$
    declare
      week int4multirange;
      place text := city_norm(new.city);
    begin
      new.state := coalesce(state_code(new.state), nullif(btrim(new.state), ''));
      new.city_id := null;
      if place <> '' and exists (select from states where code = new.state) then
        select id into new.city_id from cities where name_norm = place and state = new.state;
        if new.city_id is null then
          insert into cities (name, state) values (btrim(new.city), new.state) on conflict do nothing returning id into new.city_id;
          if new.city_id is null then
            select id into new.city_id from cities where name_norm = place and state = new.state;
          end if;
        end if;
      end if;

      if new.city_id is null then
        new.slug := null;
      elsif tg_op = 'INSERT' or old.slug is null or new.city_id is distinct from old.city_id
            or slugify(new.name) is distinct from slugify(old.name) or (old.deleted_at is not null and new.deleted_at is null) then
        new.slug := free_slug(new.id, new.city_id, new.name);
      else
        new.slug := old.slug;
      end if;

      select z.time_zone into new.time_zone from zips z where z.zip = substring(new.zip_code from '^\s*([0-9]{5})');
      if new.time_zone is null then
        select s.time_zone into new.time_zone from states s where s.code = new.state;
      end if;

      new.schedule_id := null;
      week := week_hours(new.monday_hours, new.tuesday_hours, new.wednesday_hours, new.thursday_hours, new.friday_hours,
        new.saturday_hours, new.sunday_hours);
      if week is not null and new.time_zone is not null then
        select id into new.schedule_id from schedules where time_zone = new.time_zone and open_hours = week;
        if new.schedule_id is null then
          insert into schedules (time_zone, open_hours) values (new.time_zone, week) on conflict do nothing returning id into new.schedule_id;
          if new.schedule_id is null then
            select id into new.schedule_id from schedules where time_zone = new.time_zone and open_hours = week;
          end if;
        end if;
      end if;

      select coalesce(bit_or(1::bigint << (service_id - 1)), 0) into new.service_mask
      from dentist_services where dentist_id = new.id and service_id <= 62;

      new.is_paid := false;
      new.is_pro_max := false;
      if new.user_id is not null then
        -- The lock makes a change of subscription and a change of owner see one another.
        select subscription_status = 'active' and subscription_plan in ('professional', 'pro_max', 'enterprise'),
               subscription_status = 'active' and subscription_plan in ('pro_max', 'enterprise')
        into new.is_paid, new.is_pro_max from users where id = new.user_id for share;
        new.is_paid := coalesce(new.is_paid, false);
        new.is_pro_max := coalesce(new.is_pro_max, false);
      end if;
      return new;
    end
    $$;
    create trigger dentists_derive before insert or update on dentists
      for each row when (not bulk_load()) execute function dentists_derive();

    create function dentists_slug_history() returns trigger language plpgsql as $$
    begin
      if new.slug is not null then
        delete from listing_slugs where city_id = new.city_id and slug = new.slug;
      end if;
      if tg_op = 'UPDATE' and old.slug is not null and old.city_id is not null
         and (new.city_id, new.slug) is distinct from (old.city_id, old.slug)
         and not exists (select from dentists d where d.city_id = old.city_id and d.slug = old.slug and d.deleted_at is null) then
        insert into listing_slugs (city_id, slug, dentist_id) values (old.city_id, old.slug, new.id)
        on conflict (city_id, slug) do update set dentist_id = excluded.dentist_id, retired_at = now();
      end if;
      return null;
    end
    $$;
    create trigger dentists_slug_history after insert or update of name, city, state, slug, city_id, deleted_at on dentists
      for each row when (not bulk_load()) execute function dentists_slug_history();

    create function dentists_tombstone() returns trigger language plpgsql as $$
    begin
      if new.deleted_at is null then
        delete from listing_tombstones where dentist_id = new.id;
      else
        insert into listing_tombstones (dentist_id, npi, place_id, name_norm, city_id, state, zip5)
        values (new.id, new.npi, new.place_id, new.name_norm, new.city_id, new.state, new.zip5) on conflict do nothing;
      end if;
      return null;
    end
    $$;
    create trigger dentists_tombstone after update of deleted_at on dentists
      for each row when (old.deleted_at is distinct from new.deleted_at) execute function dentists_tombstone();

    -- Touching a listing derives it anew.
    create function users_paid() returns trigger language plpgsql as $$
    begin
      update dentists set is_paid = is_paid where user_id = new.id;
      return null;
    end
    $$;
    create trigger users_paid after update of subscription_status, subscription_plan on users
      for each row when ((old.subscription_status, old.subscription_plan) is distinct from (new.subscription_status, new.subscription_plan))
      execute function users_paid();

    create function dentist_services_added() returns trigger language plpgsql as $$
    begin
      update dentists set service_mask = service_mask where id in (select dentist_id from new_rows);
      return null;
    end
    $$;
    create function dentist_services_removed() returns trigger language plpgsql as $$
    begin
      update dentists set service_mask = service_mask where id in (select dentist_id from old_rows);
      return null;
    end
    $$;
    create function dentist_services_changed() returns trigger language plpgsql as $$
    begin
      update dentists set service_mask = service_mask
      where id in (select dentist_id from old_rows union select dentist_id from new_rows);
      return null;
    end
    $$;
    create trigger dentist_services_added after insert on dentist_services
      referencing new table as new_rows for each statement when (not bulk_load()) execute function dentist_services_added();
    create trigger dentist_services_removed after delete on dentist_services
      referencing old table as old_rows for each statement when (not bulk_load()) execute function dentist_services_removed();
    create trigger dentist_services_changed after update on dentist_services
      referencing old table as old_rows new table as new_rows for each statement when (not bulk_load()) execute function dentist_services_changed();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `drop trigger dentists_derive on dentists; drop trigger dentists_slug_history on dentists; drop trigger dentists_tombstone on dentists; drop trigger users_paid on users; drop trigger dentist_services_added on dentist_services; drop trigger dentist_services_changed on dentist_services; drop trigger dentist_services_removed on dentist_services; drop function dentists_derive(); drop function dentists_slug_history(); drop function dentists_tombstone(); drop function users_paid(); drop function dentist_services_added(); drop function dentist_services_changed(); drop function dentist_services_removed(); drop function bulk_load(); drop function free_slug(integer, integer, text)`,
  );
}
