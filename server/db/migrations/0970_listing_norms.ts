import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    -- What follows from a listing's own columns alone. An import works it out for whole sets (few languages are ever different) and
    -- hands it in; whoever does not, and every change, gets it here. After dentists_derive by its name, as the rank follows from is_paid.
    alter table dentists alter column name_norm drop expression, alter column zip5 drop expression, alter column zip3 drop expression,
      alter column flags drop expression, alter column rank drop expression;

    create function rank_of(is_paid boolean, rating numeric) returns smallint language sql immutable parallel safe as $$
      select (case when is_paid then 0 else 100 end + coalesce(50 - (rating * 10)::int, 51))::smallint
    $$;
    create function dentists_norms() returns trigger language plpgsql as $$
    begin
      new.name_norm := search_norm(new.name);
      new.zip5 := substring(new.zip_code from '^\s*([0-9]{5})');
      new.zip3 := substring(new.zip_code from '^\s*([0-9]{3})[0-9]{2}');
      new.flags := listing_flags(new.accepts_new_patients, new.accepts_insurance, new.emergency_services,
        new.wheelchair_accessible, new.parking_available, new.languages);
      new.rank := rank_of(new.is_paid, new.rating);
      return new;
    end
    $$;
    create trigger dentists_norms before insert on dentists
      for each row when (new.name_norm is null) execute function dentists_norms();
    create trigger dentists_norms_anew before update on dentists for each row when (
      (new.name, new.zip_code, new.accepts_new_patients, new.accepts_insurance, new.emergency_services, new.wheelchair_accessible,
       new.parking_available, new.languages, new.is_paid, new.rating, new.name_norm, new.zip5, new.zip3, new.flags, new.rank)
      is distinct from
      (old.name, old.zip_code, old.accepts_new_patients, old.accepts_insurance, old.emergency_services, old.wheelchair_accessible,
       old.parking_available, old.languages, old.is_paid, old.rating, old.name_norm, old.zip5, old.zip3, old.flags, old.rank))
      execute function dentists_norms();

    -- The same digits as regexp_replace(phone, '[^0-9]', '', 'g') leaves, at a third of the cost.
    create function phone_digits(phone text) returns text language sql immutable parallel safe as $$
      select right(translate(phone, translate(phone, '0123456789', ''), ''), 10)
    $$;
    drop index dentists_phone_digits;
    create index dentists_phone_digits on dentists (phone_digits(phone)) where deleted_at is null and phone is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
    drop trigger dentists_norms on dentists; drop trigger dentists_norms_anew on dentists; drop function dentists_norms();
    drop index dentists_phone_digits; drop function phone_digits(text);
    create index dentists_phone_digits on dentists (right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)) where deleted_at is null and phone is not null;
    alter table dentists drop column name_norm, drop column zip5, drop column zip3, drop column flags, drop column rank;
    drop function rank_of(boolean, numeric);
    alter table dentists
      add column name_norm text collate "C" not null generated always as (search_norm(name)) stored,
      add column zip5 text collate "C" generated always as (substring(zip_code from '^\s*([0-9]{5})')) stored,
      add column zip3 text collate "C" generated always as (substring(zip_code from '^\s*([0-9]{3})[0-9]{2}')) stored,
      add column flags integer not null generated always as
        (listing_flags(accepts_new_patients, accepts_insurance, emergency_services, wheelchair_accessible, parking_available, languages)) stored,
      add column rank smallint not null generated always as
        ((case when is_paid then 0 else 100 end + coalesce(50 - (rating * 10)::int, 51))::smallint) stored;
    select create_search_indexes();
  `);
}
