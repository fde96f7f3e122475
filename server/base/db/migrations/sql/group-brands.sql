-- The public page of a group's brand. Empty texts mean the site's own color, no logo, and no description.
alter table groups
  add column is_public boolean not null default false,
  add column accent text not null default '',
  add column logo text not null default '',
  add column about text not null default '';

-- Stored pages show the brand and its locations.
create trigger groups_version after insert or update or delete on groups
  for each statement execute function public.add_content_version('listings');
create trigger group_locations_version after insert or update or delete on group_locations
  for each statement execute function public.add_content_version('listings');
