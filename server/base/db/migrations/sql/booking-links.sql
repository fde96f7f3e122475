alter table dentists add column booking_url text;
comment on column dentists.booking_url is 'where patients book online';

alter table website_suggestions drop constraint website_suggestions_topic_check,
  add constraint website_suggestions_topic_check check (topic in ('hours', 'languages', 'insurancePlans', 'services', 'bookingUrl'));
