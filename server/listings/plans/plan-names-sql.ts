/** While the catalog is as it shipped, whole lists skip the lookup for each row. */
const IS_CHANGED = 'exists (select from insurance_plans where is_changed)';

const currentNames = (condition: string): string =>
  `array(select ip.name from insurance_plans ip
     where ip.merged_into is null and ip.bits & d.plan_mask <> 0 and ${condition} order by ip.id)`;

/** The names of the plans of a listing `d` that patients see, as an array. */
export const planNamesSql = `case when d.insurance_plans is null then cast('{}' as text[])
  when ${IS_CHANGED} then ${currentNames('ip.retired_at is null')} else string_to_array(d.insurance_plans, '; ') end`;

/** The current names of all plans of a listing `d`, in the notation of a listing. */
export const planTextSql = `case when d.insurance_plans is not null and ${IS_CHANGED}
  then array_to_string(${currentNames('true')}, '; ') else d.insurance_plans end`;
