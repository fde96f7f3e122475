-- A new listing that matches another one is held until staff have compared the two. It has deleted_at as well, so that every
-- query of public listings leaves it out.
alter table dentists add column held_at timestamptz;
alter table dentists add constraint dentists_held_check check (held_at is null or deleted_at is not null);
create index dentists_held on dentists (id) where held_at is not null;
comment on column dentists.held_at is 'when a listing that matches another one was held; null once staff decided';

alter table listing_merges add column gone_held_at timestamptz;
comment on column listing_merges.gone_held_at is 'when the merged listing had been held, to hold it again if the merge is undone';

-- The address of a listing that isn't public replaces no redirect, and becomes none.
create or replace function public.dentists_slug_history() returns trigger language plpgsql as $$
begin
  if new.slug is not null and new.deleted_at is null then
    delete from public.listing_slugs where city_id = new.city_id and slug = new.slug;
  end if;
  if tg_op = 'UPDATE' and old.slug is not null and old.city_id is not null and old.held_at is null
     and (new.city_id, new.slug) is distinct from (old.city_id, old.slug)
     and not exists (select from public.dentists d where d.city_id = old.city_id and d.slug = old.slug and d.deleted_at is null) then
    insert into public.listing_slugs (city_id, slug, dentist_id) values (old.city_id, old.slug, new.id)
    on conflict (city_id, slug) do update set dentist_id = excluded.dentist_id, retired_at = now();
  end if;
  return null;
end
$$;

-- A held listing leaves no tombstone, because an import may still add the practice that it copies.
create or replace function public.dentists_tombstone() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null then
    delete from public.listing_tombstones where dentist_id = new.id;
  elsif old.held_at is null and new.held_at is null then
    insert into public.listing_tombstones (dentist_id, npi, place_id, name_norm, city_id, state, zip5)
    values (new.id, new.npi, new.place_id, new.name_norm, new.city_id, new.state, new.zip5) on conflict do nothing;
  end if;
  return null;
end
$$;
