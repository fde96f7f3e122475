-- A key belongs to a person or to a group. A group's key outlives the membership and the account of its maker.
alter table api_keys
  alter column user_id drop not null,
  add column group_id integer references groups on delete cascade,
  add column made_by integer references users on delete set null,
  add constraint api_keys_keeper check (num_nonnulls(user_id, group_id) = 1 and (made_by is null or group_id is not null));
create index api_keys_group on api_keys (group_id) where group_id is not null;
create index api_keys_made_by on api_keys (made_by) where made_by is not null;

-- True for a location of the group, and for every listing if no group is given.
create function public.within_group(listing integer, only_group integer) returns boolean language sql stable as $$
  select only_group is null or exists (
    select from public.group_locations l
    join public.groups g on g.id = l.group_id
    join public.dentists d on d.id = l.dentist_id and d.user_id = g.owner_id
    where l.dentist_id = listing and l.group_id = only_group)
$$;
