-- Ranks listings by their rating weighted by the number of reviews.

-- The weighted rating is the mean of a listing's reviews and ten more reviews of 4.5 stars, so 5.0 from one review is after
-- 4.9 from hundreds. A rating without a number of reviews counts as one review. The rank is 0 for 5.0 and grows by 1 for each
-- twentieth of a star below, up to 50; unrated listings have 51. Listings without a paid plan have 100 more.
-- The expression is 20 * (5 - (rating * n + 45) / (n + 10)), rounded, in whole numbers. The planner inlines it.
create or replace function rank_of(is_paid boolean, rating numeric, reviews integer) returns smallint language sql immutable parallel safe as $$
  select (case when is_paid then 0 else 100 end + case when rating is null then 51 else least(50,
    (210 + (201 - 4 * (rating * 10)::int) * least(greatest(reviews, 1), 1000000)) / (20 + 2 * least(greatest(reviews, 1), 1000000))) end)::smallint
$$;
drop function rank_of(boolean, numeric);
comment on column dentists.rank is 'paid first, then the weighted rating, unrated last; smaller is better';

create or replace function dentists_norms() returns trigger language plpgsql as $$
begin
  new.name_norm := search_norm(new.name);
  new.zip5 := substring(new.zip_code from '^\s*([0-9]{5})');
  new.zip3 := substring(new.zip_code from '^\s*([0-9]{3})[0-9]{2}');
  new.flags := listing_flags(new.accepts_new_patients, new.accepts_insurance, new.emergency_services,
    new.wheelchair_accessible, new.parking_available, new.languages);
  new.rank := rank_of(new.is_paid, new.rating, new.review_count);
  return new;
end
$$;
drop trigger dentists_norms_anew on dentists;
create trigger dentists_norms_anew before update on dentists for each row when (
  (new.name, new.zip_code, new.accepts_new_patients, new.accepts_insurance, new.emergency_services, new.wheelchair_accessible,
   new.parking_available, new.languages, new.is_paid, new.rating, new.review_count, new.name_norm, new.zip5, new.zip3, new.flags, new.rank)
  is distinct from
  (old.name, old.zip_code, old.accepts_new_patients, old.accepts_insurance, old.emergency_services, old.wheelchair_accessible,
   old.parking_available, old.languages, old.is_paid, old.rating, old.review_count, old.name_norm, old.zip5, old.zip3, old.flags, old.rank))
  execute function dentists_norms();

-- The triggers would maintain the search tables row by row; filter-keys.sql fills them again.
alter table dentists disable trigger user;
update dentists set rank = rank_of(is_paid, rating, review_count)
where rank <> rank_of(is_paid, rating, review_count);
alter table dentists enable trigger user;
