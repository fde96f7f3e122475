-- The logo of the practice, as /media/HASH. Visitors see it only while the plan is paid.

alter table dentists add column logo text;
