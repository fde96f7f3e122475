-- Versions of what public pages show. A server compares them before it serves a page from its cache.

create function directory_changed() returns trigger language plpgsql as $$
begin
  insert into public.directory_changes default values;
  return null;
end
$$;
create trigger practices_changed after update or delete on practices for each statement execute function directory_changed();
create trigger services_changed after insert or update or delete on services for each statement execute function directory_changed();
create trigger practice_types_changed after insert or update or delete on practice_types for each statement execute function directory_changed();
create trigger insurance_plans_changed after insert or update or delete on insurance_plans
  for each statement execute function directory_changed();

-- Profiles show whether the practice takes requests.
create trigger appointment_settings_changed after insert or update or delete on appointment_settings
  for each statement execute function directory_changed();

-- Each change appends 1 in its own transaction, so writers never wait for each other. A subject's version is the sum of its
-- rows: it grows exactly when a change becomes visible, even if transactions commit in another order than they began.
create table content_versions (
  subject text not null check (subject in ('listings', 'articles', 'ads')),
  n bigint not null
);
insert into content_versions values ('listings', 1), ('articles', 1), ('ads', 1);

create function add_content_version() returns trigger language plpgsql as $$
begin
  insert into public.content_versions values (tg_argv[0], 1);
  -- Adds the rows up now and then, so that reading the versions stays cheap. A single statement keeps each sum.
  if random() < 0.02 and pg_try_advisory_xact_lock(hashtext('content_versions')) then
    with deleted as (delete from public.content_versions returning subject, n)
    insert into public.content_versions select subject, sum(n) from deleted group by subject;
  end if;
  return null;
end
$$;

-- Imports and restores record a directory change themselves, because they run without the triggers of the listings.
create trigger directory_changes_version after insert on directory_changes
  for each statement execute function add_content_version('listings');

-- Imports may record their change while ordinary triggers are off.
alter table directory_changes enable always trigger directory_changes_version;

-- Profiles also show photos and the plan of the owner.
create trigger dentist_photos_changed after insert or update or delete on dentist_photos
  for each statement execute function directory_changed();
create trigger users_plan_changed after update of subscription_status, subscription_plan on users
  for each row when ((old.subscription_status, old.subscription_plan) is distinct from (new.subscription_status, new.subscription_plan))
  execute function directory_changed();
