-- The photos of a review, in the order they were added. Their bytes are in media under a random name, so that no two reviews share them,
-- and a photo that is removed is gone.
create table review_photos (
  id integer generated always as identity primary key,
  review_id integer not null references reviews on delete cascade,
  hash text not null unique,
  -- Of the encoded picture, so that a photo that is sent twice is stored once.
  digest text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  unique (review_id, digest)
);

-- A picture of a review is served only while that review is published.
alter table media add column is_review boolean not null default false;
create index media_of_reviews on media (hash) where is_review;
