-- The first whole sentence of 10 to 120 characters. A period after an abbreviation, an initial, or in a number ends no sentence.
-- The lengths are compared after the match, because a bounded repetition in the expression takes six times as long.
create or replace function review_line(body text) returns text language sql immutable parallel safe as $$
  select replace(part[1] || part[2], E'\u2024', '.')
  from regexp_matches(
    regexp_replace(regexp_replace(body, '\m(Dra?s?|Mrs?|Ms|Sra?s?|St|Jr|No|Inc|[ap]\.m|[A-Z])\.', E'\\1\u2024', 'g'), '(\d)\.(\d)', E'\\1\u2024\\2', 'g'),
    '(?<=^|[.!?]\s|\n)\s*([^.!?\n]+)([.!?]+["”’)]?)(?=\s|$)', 'g') with ordinality sentence (part, place)
  where char_length(part[1]) between 9 and 118 order by place limit 1
$$;

-- The sums of a listing's published reviews at a time, without samples and imported ones.
create or replace function review_sums(listing integer, at timestamptz)
returns table (rating numeric, n integer, fresh_rating numeric, fresh_n integer, line jsonb) language sql stable as $$
  select round(avg(v.stars), 1), count(*)::integer, round(sum(v.stars * w.weight) / sum(w.weight), 1), coalesce(round(sum(w.weight)), 0)::integer,
    -- Cards quote the reviews that the profile shows, unless those are imported.
    (select jsonb_build_object('text', o.line, 'language', o.language, 'isSample', o.source = 'sample')
     from (select public.review_line(body) as line, language, source from public.reviews where dentist_id = listing and status = 'published'
       order by source, written_at desc, id desc limit 1) o
     where o.source <> 'imported' and o.line is not null)
  from public.reviews v
  cross join lateral (select case when v.written_at > at - interval '2 years' then 1 else 0.5 end as weight) w
  where v.dentist_id = listing and v.status = 'published' and v.source = 'here'
$$;
