-- Names and ids that a service or a practice type had before it was renamed, or before another was merged into it. Searches and
-- imports still understand them.

alter table services add column former_names text[] not null default '{}', add column former_ids integer[] not null default '{}';
alter table practice_types add column former_names text[] not null default '{}';
