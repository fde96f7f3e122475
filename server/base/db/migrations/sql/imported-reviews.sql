-- Reviews of another directory, from a file. They have no author here, and never count in a rating or in the order of results.
alter table reviews add column is_imported boolean not null default false;

create or replace function review_sums(listing integer, at timestamptz)
returns table (rating numeric, n integer, fresh_rating numeric, fresh_n integer, line jsonb) language sql stable as $$
  select round(avg(v.stars), 1), count(*)::integer, round(sum(v.stars * w.weight) / sum(w.weight), 1), coalesce(round(sum(w.weight)), 0)::integer,
    -- Cards quote the reviews that the profile shows, unless those are imported.
    (select jsonb_build_object('text', public.review_line(o.body), 'language', o.language, 'isSample', o.is_sample)
     from (select body, language, is_sample, is_imported from public.reviews where dentist_id = listing and status = 'published'
       order by is_sample, is_imported, written_at desc, id desc limit 1) o
     where not o.is_imported and public.review_line(o.body) is not null)
  from public.reviews v
  cross join lateral (select case when v.written_at > at - interval '2 years' then 1 else 0.5 end as weight) w
  where v.dentist_id = listing and v.status = 'published' and not v.is_sample and not v.is_imported
$$;

-- An import updates its listings once, at its end.
drop trigger reviews_added on reviews;
create trigger reviews_added after insert on reviews
  for each row when (new.status = 'published' and not new.is_sample and not new.is_imported) execute function reviews_changed();
