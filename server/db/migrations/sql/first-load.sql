-- Fast paths for large imports.

-- True for an index of only those rows that have a value, or a true flag, in a column that isn't among these.
create function needs_other_column(index regclass, columns name[]) returns boolean language sql stable as $$
  select exists (
    select from pg_index i
    cross join lateral regexp_matches(pg_get_expr(i.indpred, i.indrelid), '(\w+) IS NOT NULL|AND (\w+)\)', 'g') condition
    where i.indexrelid = index and coalesce(condition[1], condition[2]) <> all (columns))
$$;

-- Prepares an empty directory for its first load: drops the triggers, foreign keys, and indexes of the tables it fills, and
-- stores their definitions, so that end_first_load() restores exactly these in the same transaction. Building an index over
-- all rows costs a tenth of growing it row by row. The tables get new files, because rows written to a file of the same transaction
-- skip the write-ahead log if wal_level is minimal. Statement triggers are dropped because they would keep a copy of all rows.
-- With the names of the columns that the load fills, the indexes and foreign keys of other columns stay, because building or checking
-- one reads all rows, and dropping a foreign key locks the table it refers to, such as that of the accounts.
create function begin_first_load(filled_columns name[] default null) returns void language plpgsql as $$
declare
  loaded_tables regclass[] := array['public.dentists', 'public.dentist_services', 'public.facets', 'public.facet_flags']::regclass[];
  step record;
begin
  if exists (select from public.dentists) then raise 'a first load needs an empty directory'; end if;
  -- Imports look up existing practices by name, so their indexes stay.
  if not exists (select from public.practices) then loaded_tables := loaded_tables || 'public.practices'::regclass; end if;
  create temporary table first_load on commit drop as
    select 3 as position, format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop_sql, pg_get_triggerdef(oid) as restore_sql
    from pg_trigger where tgrelid = any(loaded_tables[1:2]) and not tgisinternal and tgnewtable is not null and tgenabled = 'O'
    union all
    select 2, format('alter table %s drop constraint %I', conrelid::regclass, conname),
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and conrelid = any(loaded_tables[1:2])
      and (filled_columns is null or conrelid <> 'public.dentists'::regclass or exists (
        select from pg_attribute where attrelid = conrelid and attnum = any(conkey) and attname = any(filled_columns)))
    union all
    select 1, format('alter table %s drop constraint %I', conrelid::regclass, conname),
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype in ('u', 'p') and conrelid = 'public.dentist_services'::regclass
    union all
    select 0, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index i where indrelid = any(loaded_tables) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
      and not (filled_columns is not null and public.needs_other_column(indexrelid, filled_columns));
  for step in select * from first_load order by position desc loop
    execute step.drop_sql;
  end loop;
  truncate public.dentist_services, public.facets, public.facet_flags;
  alter table public.dentists alter column bio type text using bio || '';
end
$$;

create function end_first_load() returns void language plpgsql as $$
declare
  step record;
begin
  for step in select * from first_load order by position loop
    execute step.restore_sql;
  end loop;
  drop table first_load;
  perform public.fill_listing_keys();
end
$$;

-- Disables row triggers until "set local session_replication_role = origin". Returns false if the role may not do so;
-- every row is then checked by its triggers.
create function leave_row_triggers() returns boolean language plpgsql as $$
begin
  perform set_config('session_replication_role', 'replica', true);
  return true;
exception when insufficient_privilege then
  return false;
end
$$;

-- Checks the references of all rows in plan_new at once, as the foreign key triggers would do row by row. The referenced rows must
-- exist and stay locked until the transaction ends. Listings are not locked, because other transactions can't see them yet.
create function check_references(loaded_table regclass, id_column name) returns void language plpgsql as $$
declare
  reference record;
  wanted_count bigint;
  locked_count bigint;
begin
  execute format('create temporary table new_references on commit drop as select %s from %s f join plan_new n on n.id = f.%I',
    (select string_agg(distinct quote_ident(a.attname), ', ') from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
     where c.contype = 'f' and c.conrelid = loaded_table and c.confrelid <> 'public.dentists'::regclass), loaded_table, id_column);
  for reference in
    select c.conname, c.confrelid::regclass as target_table, f.attname as column_name, p.attname as target_column from pg_constraint c
    join pg_attribute f on f.attrelid = c.conrelid and f.attnum = c.conkey[1]
    join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
    where c.contype = 'f' and c.conrelid = loaded_table and c.confrelid <> 'public.dentists'::regclass
  loop
    execute format('select count(distinct %I) from new_references', reference.column_name) into wanted_count;
    execute format('select count(*) from (select from %s p where p.%I in (select %I from new_references) for key share) p',
      reference.target_table, reference.target_column, reference.column_name) into locked_count;
    if locked_count <> wanted_count then
      raise foreign_key_violation using constraint = reference.conname, table = loaded_table::text,
        message = format('rows of %s refer to rows of %s that do not exist', loaded_table, reference.target_table);
    end if;
  end loop;
  drop table new_references;
end
$$;
