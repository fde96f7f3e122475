-- An HMAC of a random value that the author's browser keeps, with a key that changes, erased after 30 days.
alter table reviews add column device_key bytea;
create index reviews_device on reviews (device_key, sent_at) where device_key is not null;
