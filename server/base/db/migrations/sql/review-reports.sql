-- A practice's report of a published review, once for each. The review shows until staff decide.
alter table reviews
  add report_reason text,
  add reported_at timestamptz,
  add reported_by integer references users on delete set null,
  add report_decided_at timestamptz,
  -- "refused", or the reason to keep it.
  add report_outcome text,
  add constraint reviews_report_check check (num_nonnulls(report_reason, reported_at) in (0, 2)),
  add constraint reviews_report_decision_check check (
    num_nonnulls(report_decided_at, report_outcome) in (0, 2) and (report_decided_at is null or reported_at is not null));
create index reviews_reporter on reviews (reported_by) where reported_by is not null;
-- Staff's figures per month, and the emails about a week.
create index reviews_written on reviews (written_at) where not is_sample;
create index reviews_published on reviews (published_at) where status = 'published';
create index reviews_reported on reviews (reported_at) where reported_at is not null;
create index reviews_appealed on reviews (appealed_at) where appealed_at is not null;

alter table notification_settings
  add weekly_reviews boolean not null default true,
  -- The week of the last digest, so that a repeated job sends none twice.
  add weekly_reviews_sent_for date;
