-- The generated column plan_mask calls a function only for listings that name a plan, because most don't.

-- The function keeps its body under another name. Replacing it under its own name keeps the column, which refers to it.
do $$
begin
  execute regexp_replace(pg_get_functiondef('plan_mask(text)'::regprocedure), '\mplan_mask\(', 'named_plan_mask(');
end
$$;

create or replace function plan_mask(plans text) returns bigint language sql immutable parallel safe as $$
  select case when plans is null then 0 else named_plan_mask(plans) end
$$;
