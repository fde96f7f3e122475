-- What the operator decided about rows of a dry run. Other rows are applied.
create table import_decisions (
  run_id integer not null references import_runs on delete cascade,
  row integer not null,
  decision text not null check (decision in ('skip', 'keep', 'merge')),
  -- The listing that a row is merged into.
  dentist_id integer,
  primary key (run_id, row)
);
