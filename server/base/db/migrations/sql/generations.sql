-- The generation and the numbers in a name, which tell a father from his son and one office from another: "John Smith III" has "3",
-- "Bright Dental #2" has "2", and most names have none.
create function public.generation_key(value text) returns text language sql immutable parallel safe strict as $$
  select case when value ~* '[0-9]|\m(jr|sr|ii|iii|iv)\M' then array_to_string(array(
    select case word when 'ii' then '2' when 'iii' then '3' when 'iv' then '4' else regexp_replace(word, '(st|nd|rd|th)$', '') end
    from regexp_split_to_table(public.search_norm(value), '[^a-z0-9]+') word
    where word ~ '^([0-9]+(st|nd|rd|th)?|jr|sr|ii|iii|iv)$' order by 1), ' ') else '' end collate "C"
$$;
