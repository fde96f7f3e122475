-- What the directory didn't know, day by day: a count for each check of server/contract/data-health.ts.
create table data_health_days (
  day date primary key,
  total integer not null,
  counts jsonb not null
);
