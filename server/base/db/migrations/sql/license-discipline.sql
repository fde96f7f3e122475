alter table dentists add column license_discipline text;
comment on column dentists.license_discipline is 'the discipline that the board states, for staff only: its words, or none; null if the board states nothing';
