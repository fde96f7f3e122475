/**
 * The current names of the plans of a listing `d`, as an array. Until staff change a plan, those are the stored names, which
 * spares whole lists a look into the catalog for each row.
 */
export const planNamesSql = ({ withRetired }: { withRetired: boolean }): string =>
  `case when d.insurance_plans is null then cast('{}' as text[])
     when exists (select from insurance_plans where is_changed) then array(select ip.name from insurance_plans ip
       where ip.merged_into is null and ip.bits & d.plan_mask <> 0 ${withRetired ? '' : 'and ip.retired_at is null'} order by ip.id)
     else string_to_array(d.insurance_plans, '; ') end`;
