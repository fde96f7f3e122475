-- What patients filter by: insurance plans, the dentist's gender, what whitening costs, and the days and evenings of a schedule.

-- Large directories take longer than other statements may.
set local statement_timeout = 0;

-- The bits of the plans that a listing names, in the order of server/contract/insurance-plans.ts. Append only.
create function plan_mask(plans text) returns bigint language plpgsql immutable parallel safe as $$
declare
  names constant text[] := array[
    'Delta Dental', 'Aetna', 'Cigna', 'MetLife', 'Guardian', 'Humana', 'UnitedHealthcare', 'Anthem', 'Blue Cross Blue Shield',
    'Ameritas', 'Principal', 'Sun Life', 'DentaQuest', 'Medicaid', 'Medicare Advantage', 'TRICARE', 'United Concordia',
    'Careington', 'GEHA', 'Lincoln Financial', 'Renaissance', 'Liberty Dental', 'MCNA Dental', 'Dominion National', 'Solstice',
    'Beam Benefits', 'Physicians Mutual', 'Mutual of Omaha', 'The Standard', 'Unum', 'Reliance Standard', 'Nippon Life',
    'Securian Dental', 'Northeast Delta Dental', 'Kaiser Permanente', 'Molina Healthcare', 'Centene Dental', 'HealthPartners',
    'Willamette Dental', 'DenCap', 'Avesis', 'Spirit Dental'];
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

-- Bits 0 and 1: gender. Bits 2 to 5: the rating in halves, rounded down. Bits 6 to 15: the number of reviews, up to 1,000.
create function listing_traits(gender text, rating numeric, reviews integer) returns integer language sql immutable parallel safe as $$
  select case gender when 'female' then 1 when 'male' then 2 else 0 end
    | (coalesce(floor(rating * 2)::int, 0) << 2) | (least(greatest(reviews, 0), 1000) << 6)
$$;

alter table dentists
  add column insurance_plans text,
  add column gender text check (gender in ('female', 'male')),
  add column whitening_price_from integer check (whitening_price_from between 1 and 100000),
  add column whitening_price_to integer check (whitening_price_to between 1 and 100000),
  add column whitening_price_on date,
  add column plan_mask bigint not null generated always as (plan_mask(insurance_plans)) stored,
  add column traits integer not null generated always as (listing_traits(gender, rating, review_count)) stored;
comment on column dentists.insurance_plans is 'names of server/contract/insurance-plans.ts in its order, separated by "; "';
comment on column dentists.whitening_price_on is 'the day when the price was stated';

-- A price without a date was stated when it was written.
create function date_whitening_price() returns trigger language plpgsql as $$
begin
  if new.whitening_price_from is null and new.whitening_price_to is null then
    new.whitening_price_on := null;
  elsif tg_op = 'INSERT' then
    new.whitening_price_on := coalesce(new.whitening_price_on, (new.created_at at time zone 'UTC')::date);
  elsif new.whitening_price_on is not distinct from old.whitening_price_on then
    new.whitening_price_on := (new.updated_at at time zone 'UTC')::date;
  end if;
  return new;
end
$$;
create trigger dentists_price_added before insert on dentists
  for each row when (new.whitening_price_from is not null) execute function date_whitening_price();
create trigger dentists_price_changed before update on dentists for each row when (
  (new.whitening_price_from, new.whitening_price_to) is distinct from (old.whitening_price_from, old.whitening_price_to))
  execute function date_whitening_price();

-- The days on which a schedule is open at some minute between two minutes of the day; bit 0 is Monday.
create function days_open(week int4multirange, starts integer, ends integer) returns smallint language sql immutable parallel safe as $$
  select coalesce(bit_or(1 << day) filter (where week && int4range(day * 1440 + starts, day * 1440 + ends)), 0)::smallint
  from generate_series(0, 6) day
$$;
-- A day is open from 5 AM on, so a shift that begins the evening before doesn't open it. An evening begins at 6 PM.
alter table schedules
  add column open_days smallint not null generated always as (days_open(open_hours, 300, 1440)) stored,
  add column open_evenings smallint not null generated always as (days_open(open_hours, 1080, 1440)) stored;
