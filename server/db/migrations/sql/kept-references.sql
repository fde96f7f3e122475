-- A first load keeps the references that stay empty.

-- Prepares an empty directory for its first load: drops the triggers, foreign keys, and indexes of the tables it fills, and
-- stores their definitions, so that end_first_load() restores exactly these in the same transaction. Building an index over
-- all rows costs a tenth of growing it row by row. The tables get new files, because rows written to a file of the same transaction
-- skip the write-ahead log if wal_level is minimal. Statement triggers are dropped because they would keep a copy of all rows.
-- With the names of the columns that the load fills, the indexes and foreign keys of other columns stay, because building or checking
-- one reads all rows, and dropping a foreign key locks the table it refers to, such as that of the accounts.
create or replace function begin_first_load(filled_columns name[] default null) returns void language plpgsql as $$
declare
  loaded_tables regclass[] := array['dentists', 'dentist_services', 'facets', 'facet_flags']::regclass[];
  step record;
begin
  if exists (select from dentists) then raise 'a first load needs an empty directory'; end if;
  -- Imports look up existing practices by name, so their indexes stay.
  if not exists (select from practices) then loaded_tables := loaded_tables || 'practices'::regclass; end if;
  create temporary table first_load on commit drop as
    select 3 as position, format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop_sql, pg_get_triggerdef(oid) as restore_sql
    from pg_trigger where tgrelid = any(loaded_tables[1:2]) and not tgisinternal and tgnewtable is not null and tgenabled = 'O'
    union all
    select 2, format('alter table %s drop constraint %I', conrelid::regclass, conname),
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and conrelid = any(loaded_tables[1:2])
      and (filled_columns is null or conrelid <> 'dentists'::regclass or exists (
        select from pg_attribute where attrelid = conrelid and attnum = any(conkey) and attname = any(filled_columns)))
    union all
    select 1, format('alter table %s drop constraint %I', conrelid::regclass, conname),
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype in ('u', 'p') and conrelid = 'dentist_services'::regclass
    union all
    select 0, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index i where indrelid = any(loaded_tables) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
      and not (filled_columns is not null and needs_other_column(indexrelid, filled_columns));
  for step in select * from first_load order by position desc loop
    execute step.drop_sql;
  end loop;
  truncate dentist_services, facets, facet_flags;
  alter table dentists alter column bio type text using bio || '';
end
$$;
