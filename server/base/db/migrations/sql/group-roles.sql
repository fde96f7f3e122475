-- The groups in which a person has a role, and that role. The owner of a group has no row in listing_managers.
create function public.group_roles(person integer)
  returns table (group_id integer, role text, person_id integer, limited_to integer[]) language sql stable as $$
  select g.id, 'owner', cast(null as integer), cast('{}' as integer[]) from public.groups g where g.owner_id = person
  union all
  select g.id, m.role, m.id, m.locations from public.listing_managers m
    join public.groups g on g.id = m.group_id and g.owner_id <> person
    where m.user_id = person
$$;
