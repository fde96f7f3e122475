-- A change of many locations belongs to their group. Null for the changes of staff.
alter table bulk_changes add column group_id integer references groups on delete cascade;
create index bulk_changes_group on bulk_changes (group_id, id) where group_id is not null;
