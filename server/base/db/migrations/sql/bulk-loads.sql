-- Fast paths for large imports.

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
