-- Merges of services, practice types, and practices, so that each can be undone.
create table catalog_merges (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('services', 'practice-types', 'practices')),
  into_id integer not null,
  -- The merged row as it was.
  gone jsonb not null,
  -- The ids of what referred to it: listings, those of them that had both entries, reviews, appointment requests, and
  -- listings whose appointment settings named it.
  moved jsonb not null,
  at timestamptz not null,
  undone_at timestamptz
);
create index catalog_merges_open on catalog_merges (kind, into_id) where undone_at is null;
