-- The generated column plan_mask calls a function only for listings that name a plan, because most don't.

-- The bits of the plans that a listing names. server/contract/places/insurance-plan-names.ts has the same names.
create function named_plan_mask(plans text) returns bigint language plpgsql immutable strict parallel safe as $$
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
  foreach plan in array string_to_array(plans, '; ') loop
    mask := mask | coalesce(1::bigint << (array_position(names, plan) - 1), 0);
  end loop;
  return mask;
end
$$;

create or replace function plan_mask(plans text) returns bigint language sql immutable parallel safe as $$
  select case when plans is null then 0 else named_plan_mask(plans) end
$$;
