-- Changes of many locations were of hours only.
update bulk_changes set action = 'values' where table_name = 'group' and action = 'hours';
