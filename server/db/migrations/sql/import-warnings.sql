alter table import_runs add column warnings jsonb not null default '[]';
