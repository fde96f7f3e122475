alter table dentists
  add column license_status text check (license_status in ('active', 'probation', 'inactive', 'expired', 'suspended', 'revoked')),
  add column license_expires date,
  add column point_exactness text check (point_exactness in ('address', 'street', 'zip')),
  add column operating_status text check (operating_status in ('open', 'temporarily closed', 'closed')),
  add column operating_confidence integer check (operating_confidence between 0 and 100);
comment on column dentists.point_exactness is 'the building, the street near it, or the center of the ZIP code; null if not known';

-- The registry gave each listing the center of its ZIP code.
alter table dentists disable trigger user;
update dentists d set point_exactness = 'zip' from zips z
  where z.zip = d.zip5 and abs(d.lat - z.lat) <= 0.0001 and abs(d.lng - z.lng) <= 0.0001;
alter table dentists enable trigger user;

-- An undone run closes the problems that it opened.
alter table listing_problems add column run_id integer references import_runs (id) on delete set null;
create index listing_problems_run on listing_problems (run_id) where run_id is not null;

alter table import_runs add column source text;
update import_runs set source = 'npi' where mapping ->> 'source' = 'NPI registry';
create index import_runs_source on import_runs (source, id) where source is not null;

create table source_settings (
  key text primary key,
  priority smallint not null default 3 check (priority between 1 and 5),
  url text,
  every text check (every in ('week', 'month')),
  tried_at timestamptz,
  failure text
);

-- The words that tell one name from another, sorted: no titles, initials, legal forms, or words that many practices use. A name of such
-- words alone is its own key.
create function public.name_key(value text) returns text language sql immutable parallel safe strict as $$
  select coalesce(nullif(array_to_string(array(
    select word from regexp_split_to_table(translate(public.search_norm(value), '''’.', ''), '[^a-z0-9]+') word
    where length(word) > 1 and word <> all ('{dr,doctor,mr,mrs,ms,dds,dmd,md,phd,msd,facd,fagd,jr,sr,ii,iii,iv,pc,pa,pllc,llc,llp,ltd,inc,corp,co,dental,dentist,dentists,dentistry,teeth,tooth,smile,smiles,family,cosmetic,general,whitening,studio,office,offices,practice,clinic,center,centre,care,group,associates,partners,team,the,an,and,of,at,in,for}')
    order by word), ' '), ''), nullif(public.search_norm(value), '')) collate "C"
$$;

-- The digits of a license number without leading zeros: "DE 00012345" is "12345".
create function public.license_key(value text) returns text language sql immutable parallel safe strict as $$
  select nullif(ltrim(regexp_replace(value, '[^0-9]', '', 'g'), '0'), '') collate "C"
$$;
