import { openDays } from '#contract/listings/search-terms.ts';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field, FieldGroup } from '#ui/kit/controls/Field.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { dayLabels, planLabel } from '../search/filter-labels.ts';
import { splitList, toggleWord } from '../search/filter-state.ts';
import { findPlan, usePlanNames } from '../search/plan-names.ts';
import type { SearchState } from '../search/search-state.ts';
import { useServiceNames } from '../search/use-service-names.ts';
import css from './ListFilterFields.module.css';

const prices = [150, 200, 300, 400, 500, 750, 1000];
const ratings = [3.5, 4, 4.5];
const reviewCounts = [10, 50, 100, 250];

interface FieldsProps {
  search: SearchState;
  onChange: (change: Partial<SearchState>) => void;
}

/** A menu of limits. Another limit, from a link or a sentence, is one more option. */
function LimitSelect(props: {
  name: 'maxPrice' | 'minRating' | 'minReviews';
  label: string;
  any: string;
  limits: readonly number[];
  describe: (limit: number) => string;
  search: SearchState;
  onChange: FieldsProps['onChange'];
}) {
  const { name, label, any, limits, describe, search, onChange } = props;
  const value = search[name];
  const options = value === 0 || limits.includes(value) ? limits : [...limits, value].toSorted((a, b) => a - b);
  return (
    <Field label={label}>
      <Select
        name={name}
        value={value === 0 ? '' : String(value)}
        onChange={(event) => onChange({ [name]: Number(event.target.value) })}
      >
        <option value="">{any}</option>
        {options.map((limit) => (
          <option key={limit} value={limit}>
            {describe(limit)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function PlanFilter({ search, onChange }: FieldsProps) {
  const plans = usePlanNames();
  const offered = plans.filter(({ isMerged }) => !isMerged);
  // A search for one of several plans, or for one that is no longer offered, has an option of its own.
  const chosen = planLabel(search.plan, plans);
  const isUnlisted = search.plan !== '' && !findPlan(plans, search.plan);
  const slugOf = (label: string) =>
    label === chosen ? search.plan : (offered.find(({ name }) => name === label)?.slug ?? '');
  return (
    <Field label="Insurance plan" hint="Ask the practice if it is in your network.">
      <Select name="plan" value={chosen} onChange={(event) => onChange({ plan: slugOf(event.target.value) })}>
        <option value="">Any plan or none</option>
        {isUnlisted && <option>{chosen}</option>}
        {offered.map(({ slug, name }) => (
          <option key={slug}>{name}</option>
        ))}
      </Select>
    </Field>
  );
}

export function DayFilter({ search, onChange }: FieldsProps) {
  const days = splitList(search.openOn);
  const sort = (list: string) => openDays.filter((day) => splitList(list).includes(day)).join(',');
  return (
    <FieldGroup legend="Open on" className={css.group}>
      <div className={css.days}>
        {openDays.map((day) => (
          <label key={day} className={css.day}>
            <input
              type="checkbox"
              name="openOn"
              value={day}
              aria-label={dayLabels[day]}
              checked={days.includes(day)}
              onChange={(event) => onChange({ openOn: sort(toggleWord(search.openOn, day, event.target.checked)) })}
            />
            <span aria-hidden="true">{dayLabels[day].slice(0, 3)}</span>
          </label>
        ))}
      </div>
      <Checkbox
        name="evening"
        value="1"
        label="In the evening, past 6 PM"
        checked={search.evening}
        onChange={(event) => onChange({ evening: event.target.checked })}
      />
    </FieldGroup>
  );
}

export const PriceFilter = (props: FieldsProps) => (
  <LimitSelect
    {...props}
    name="maxPrice"
    label="Whitening price"
    any="Any price or none listed"
    limits={prices}
    describe={(dollars) => `From $${formatNumber(dollars)} or less`}
  />
);

export const RatingFilters = (props: FieldsProps) => (
  <div className={css.pair}>
    <LimitSelect
      {...props}
      name="minRating"
      label="Rating"
      any="Any"
      limits={ratings}
      describe={(stars) => `${stars.toFixed(1)}+`}
    />
    <LimitSelect
      {...props}
      name="minReviews"
      label="Reviews"
      any="Any"
      limits={reviewCounts}
      describe={(count) => `${count}+`}
    />
  </div>
);

export function GenderFilter({ search, onChange }: FieldsProps) {
  return (
    <Field label="Dentist’s gender">
      <Select
        name="gender"
        value={search.gender}
        onChange={(event) => onChange({ gender: event.target.value as SearchState['gender'] })}
      >
        <option value="">Any or not listed</option>
        <option value="female">Female</option>
        <option value="male">Male</option>
      </Select>
    </Field>
  );
}

/** Adds one service at a time. Each option is the whole list with that service, so the form works without scripts. */
export function MoreServicesFilter({ search, onChange }: FieldsProps) {
  const names = useServiceNames();
  const chosen = splitList(search.services);
  const label = chosen.map((id) => names?.get(Number(id)) ?? `Service ${id}`).join(' and ');
  const more = chosen.length >= 5 ? [] : [...(names ?? [])].filter(([id]) => !chosen.includes(String(id)));
  return (
    <Field label="Also offers">
      <Select name="services" value={search.services} onChange={(event) => onChange({ services: event.target.value })}>
        <option value="">No other service</option>
        {search.services && <option value={search.services}>{label}</option>}
        {more
          .filter(([, name]) => name !== search.service)
          .map(([id, name]) => (
            <option key={id} value={toggleWord(search.services, String(id), true)}>
              {chosen.length > 0 ? `and ${name}` : name}
            </option>
          ))}
      </Select>
    </Field>
  );
}
