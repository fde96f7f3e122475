import { useId, useState, type KeyboardEvent } from 'react';
import { priceLimits, ratingLimits, reviewLimits } from '#shared/listings/filter-options.ts';
import { openDays, type OpenDay } from '#shared/search-terms.ts';
import { Field, FieldGroup } from '#ui/kit/controls/Field.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { dayLabels, planLabel } from '../search/filter-labels.ts';
import { splitList, toggleWord } from '../search/filter-state.ts';
import { renderCountedOption, withCount } from '../search/counted-option.tsx';
import type { CountOf } from '../search/option-counts.ts';
import { findPlan, usePlanNames } from '../search/plan-names.ts';
import type { SearchState } from '../search/search-state.ts';
import { useServiceNames } from '../search/use-service-names.ts';
import { CountedCheckbox } from './CountedCheckbox.tsx';
import { OptionCount } from './OptionCount.tsx';
import css from './ListFilterFields.module.css';

interface FieldsProps {
  search: SearchState;
  onChange: (change: Partial<SearchState>) => void;
  countOf: CountOf;
}

/** A menu of limits. Another limit, from a link or a sentence, is one more option. */
function LimitSelect(
  props: FieldsProps & {
    name: 'maxPrice' | 'minRating' | 'minReviews';
    label: string;
    any: string;
    limits: readonly number[];
    describe: (limit: number) => string;
  },
) {
  const { name, label, any, limits, describe, search, onChange, countOf } = props;
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
            {withCount(describe(limit), countOf(name, limit))}
          </option>
        ))}
      </Select>
    </Field>
  );
}

export function PlanFilter({ search, onChange, countOf }: FieldsProps) {
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
        {offered.map(({ slug, name }) => renderCountedOption(slug, name, countOf('plan', slug)))}
      </Select>
    </Field>
  );
}

function DayButton({
  day,
  search,
  onChange,
  countOf,
  ...rest
}: FieldsProps & { day: OpenDay; tabIndex: number; onFocus: () => void }) {
  const id = useId();
  const count = countOf('openOn', day, 'compact');
  return (
    <label className={css.day}>
      <input
        type="checkbox"
        name="openOn"
        value={day}
        aria-label={dayLabels[day]}
        aria-describedby={count ? id : undefined}
        checked={splitList(search.openOn).includes(day)}
        onChange={(event) => onChange({ openOn: toggleWord(search.openOn, day, event.target.checked) })}
        {...rest}
      />
      <span aria-hidden="true">{dayLabels[day].slice(0, 3)}</span>
      {count && <OptionCount id={id} count={count} />}
    </label>
  );
}

/** Moves the focus among the controls of a toolbar. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const controls = [...event.currentTarget.querySelectorAll('input')];
  const current = controls.indexOf(event.target as HTMLInputElement);
  const next = {
    ArrowLeft: current - 1,
    ArrowRight: (current + 1) % controls.length,
    Home: 0,
    End: -1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  controls.at(next)!.focus();
}

/** The days are one tab stop, with arrow keys between them. Without scripts, each day is a stop. */
export function DayFilter(props: FieldsProps) {
  const { search, onChange, countOf } = props;
  const [focusedDay, setFocusedDay] = useState<OpenDay | null>(null);
  const sort = ({ openOn = '' }: Partial<SearchState>) =>
    onChange({ openOn: openDays.filter((day) => splitList(openOn).includes(day)).join(',') });
  return (
    <FieldGroup legend="Open on" className={css.group}>
      <div role="toolbar" tabIndex={-1} aria-label="Days" className={css.days} onKeyDown={moveFocus}>
        {openDays.map((day) => (
          <DayButton
            key={day}
            {...props}
            day={day}
            onChange={sort}
            tabIndex={focusedDay === null || focusedDay === day ? 0 : -1}
            onFocus={() => setFocusedDay(day)}
          />
        ))}
      </div>
      <CountedCheckbox
        name="evening"
        value="1"
        label="Evenings, past 6 PM"
        count={countOf('evening', 1, 'compact')}
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
    limits={priceLimits}
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
      limits={ratingLimits}
      describe={(stars) => `${stars.toFixed(1)}+`}
    />
    <LimitSelect
      {...props}
      name="minReviews"
      label="Reviews"
      any="Any"
      limits={reviewLimits}
      describe={(count) => `${count}+`}
    />
  </div>
);

export function GenderFilter({ search, onChange, countOf }: FieldsProps) {
  return (
    <Field label="Dentist’s gender">
      <Select
        name="gender"
        value={search.gender}
        onChange={(event) => onChange({ gender: event.target.value as SearchState['gender'] })}
      >
        <option value="">Any or not listed</option>
        <option value="female">{withCount('Female', countOf('gender', 'female'))}</option>
        <option value="male">{withCount('Male', countOf('gender', 'male'))}</option>
      </Select>
    </Field>
  );
}

/** Adds one service at a time. Each option is the whole list with that service, so the form works without scripts. */
export function MoreServicesFilter({ search, onChange, countOf }: FieldsProps) {
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
              {withCount(chosen.length > 0 ? `and ${name}` : name, countOf('services', id))}
            </option>
          ))}
      </Select>
    </Field>
  );
}
