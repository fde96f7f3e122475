-- The insurance plans that staff rename, merge, retire, and add. Listings store names that never change, so none of this
-- rewrites a listing.

create table insurance_plans (
  -- Plan n is bit n - 1 of plan_mask().
  id smallint primary key check (id between 1 and 63),
  name text not null,
  -- Former names, which searches and files still understand in addition to the ones in insurance-plans.ts.
  aliases text[] not null default '{}',
  slug text not null unique,
  -- The name in dentists.insurance_plans.
  stored_name text not null unique,
  -- The plan that this one was merged into. Only plans that are not merged are shown.
  merged_into smallint references insurance_plans check (merged_into <> id),
  -- The bits of this plan and of all that were merged into it.
  bits bigint not null,
  retired_at timestamptz,
  is_changed boolean not null generated always as (name <> stored_name or merged_into is not null or retired_at is not null) stored
);

insert into insurance_plans (id, name, slug, stored_name, bits)
select id, name, lower(replace(name, ' ', '-')), name, 1::bigint << (id - 1)::int from unnest(array[
  'Delta Dental', 'Aetna', 'Cigna', 'MetLife', 'Guardian', 'Humana', 'UnitedHealthcare', 'Anthem', 'Blue Cross Blue Shield',
  'Ameritas', 'Principal', 'Sun Life', 'DentaQuest', 'Medicaid', 'Medicare Advantage', 'TRICARE', 'United Concordia',
  'Careington', 'GEHA', 'Lincoln Financial', 'Renaissance', 'Liberty Dental', 'MCNA Dental', 'Dominion National', 'Solstice',
  'Beam Benefits', 'Physicians Mutual', 'Mutual of Omaha', 'The Standard', 'Unum', 'Reliance Standard', 'Nippon Life',
  'Securian Dental', 'Northeast Delta Dental', 'Kaiser Permanente', 'Molina Healthcare', 'Centene Dental', 'HealthPartners',
  'Willamette Dental', 'DenCap', 'Avesis', 'Spirit Dental']) with ordinality shipped (name, id);

create trigger insurance_plans_changed after insert or update or delete on insurance_plans
  for each statement execute function directory_changed();

-- The same bits as before, and the bits of plans that staff add. server/contract/places/insurance-plan-names.ts has the same names.
create or replace function plan_mask(plans text) returns bigint language plpgsql immutable parallel safe as $$
declare
  names constant text[] := array[
    'Delta Dental', 'Aetna', 'Cigna', 'MetLife', 'Guardian', 'Humana', 'UnitedHealthcare', 'Anthem', 'Blue Cross Blue Shield',
    'Ameritas', 'Principal', 'Sun Life', 'DentaQuest', 'Medicaid', 'Medicare Advantage', 'TRICARE', 'United Concordia',
    'Careington', 'GEHA', 'Lincoln Financial', 'Renaissance', 'Liberty Dental', 'MCNA Dental', 'Dominion National', 'Solstice',
    'Beam Benefits', 'Physicians Mutual', 'Mutual of Omaha', 'The Standard', 'Unum', 'Reliance Standard', 'Nippon Life',
    'Securian Dental', 'Northeast Delta Dental', 'Kaiser Permanente', 'Molina Healthcare', 'Centene Dental', 'HealthPartners',
    'Willamette Dental', 'DenCap', 'Avesis', 'Spirit Dental',
    'Plan 43', 'Plan 44', 'Plan 45', 'Plan 46', 'Plan 47', 'Plan 48', 'Plan 49', 'Plan 50', 'Plan 51', 'Plan 52', 'Plan 53',
    'Plan 54', 'Plan 55', 'Plan 56', 'Plan 57', 'Plan 58', 'Plan 59', 'Plan 60', 'Plan 61', 'Plan 62', 'Plan 63'];
  plan text;
  mask bigint := 0;
begin
  if plans is null then return 0; end if;
  foreach plan in array string_to_array(plans, '; ') loop
    mask := mask | coalesce(1::bigint << (array_position(names, plan) - 1), 0);
  end loop;
  return mask;
end
$$;
