-- Emails that a person can turn off. Without a row, every email is on.
create table notification_settings (
  user_id integer primary key references users on delete cascade,
  monthly_insights boolean not null default true,
  appointment_requests boolean not null default true,
  -- The month of the last insights email, so that a repeated job sends none twice.
  insights_sent_for date
);
