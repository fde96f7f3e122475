-- Deleted articles, kept for a while so that staff can restore them.
create table deleted_articles (
  id integer primary key,
  article jsonb not null,
  deleted_at timestamptz not null,
  deleted_by integer references users on delete set null
);
create index deleted_articles_deleted_at on deleted_articles (deleted_at);
create index deleted_articles_deleted_by on deleted_articles (deleted_by) where deleted_by is not null;
