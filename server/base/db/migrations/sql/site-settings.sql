-- Every page shows the settings of the site, so a change of them has a version like other content.
alter table content_versions drop constraint content_versions_subject_check;
alter table content_versions add constraint content_versions_subject_check
  check (subject in ('listings', 'articles', 'ads', 'settings'));
insert into content_versions values ('settings', 1);
create trigger system_settings_version after insert or update or delete or truncate on system_settings
  for each statement execute function add_content_version('settings');
