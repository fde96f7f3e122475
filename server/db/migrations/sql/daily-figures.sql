-- Daily totals of the visits.

-- Totals of a day in New York, computed once the day is over. key is '' or the value that a measure is broken down by.
create table insight_daily (
  day date not null,
  measure text collate "C" not null,
  key text collate "C" not null default '',
  n numeric not null,
  primary key (measure, day, key) include (n)
);

-- Totals per listing and day. Each visitor counts once per hour and action.
create table insight_listings (
  dentist_id integer not null references dentists on delete cascade,
  day date not null,
  action text collate "C" not null,
  n integer not null,
  primary key (dentist_id, day, action) include (n)
);
create index insight_listings_day on insight_listings (day);

-- The days whose totals are final. Totals of later days are computed on every read.
create table insight_seals (
  day date primary key,
  sealed_at timestamptz not null
);

-- The most frequent searches and the most viewed listings, in blocks of 1, 2, 4 ... 256 days. A block starts where its size
-- divides the day number. A year is about a dozen blocks instead of 365 days, and each block holds a frequent word only once.
create table insight_tops (
  measure text collate "C" not null,
  size smallint not null,
  day date not null,
  key text collate "C" not null,
  n integer not null,
  primary key (measure, size, day, key) include (n)
);
