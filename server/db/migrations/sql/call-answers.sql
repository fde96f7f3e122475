-- Answers to "Did they answer?", only as sums. Nothing here or elsewhere links an answer to a person, device, or visit.

-- Profiles show a sum of this month. They may be a minute old, so these tables raise no content version.
create table call_answers (
  dentist_id integer not null references dentists on delete cascade,
  month date not null,
  answer text not null check (answer in ('yes', 'no', 'wrong_number')),
  n integer not null check (n > 0),
  primary key (dentist_id, month, answer)
);

-- The day of a listing's first "wrong number" answer. A second one within 60 days opens a problem and deletes the row.
create table wrong_number_days (
  dentist_id integer primary key references dentists on delete cascade,
  day date not null
);

-- The sums that a merge added to the kept listing.
alter table listing_merges add column moved_calls jsonb not null default '[]';
