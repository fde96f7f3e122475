import { useEffect, useRef, useState, type RefObject } from 'react';
import { featureFilterNames } from '#shared/listings/feature-filters.ts';
import { languageNames } from '#shared/listings/languages.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Field, FieldGroup } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { ServiceSelect } from '../search/ServiceSelect.tsx';
import { flagNames } from '../search/filter-labels.ts';
import { renderCountedOption } from '../search/counted-option.tsx';
import { useOptionCounts } from '../search/option-counts.ts';
import { directoryUrl, radii, type Flag, type SearchState } from '../search/search-state.ts';
import { CountedCheckbox } from './CountedCheckbox.tsx';
import {
  DayFilter,
  GenderFilter,
  MoreServicesFilter,
  PlanFilter,
  PriceFilter,
  RatingFilters,
} from './ListFilterFields.tsx';
import css from './Filters.module.css';

const choices = ['openNow', ...featureFilterNames] as const satisfies readonly Flag[];

/** Typing is debounced. Enter and leaving the field search at once. */
function NameFilter({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const [typed, setTyped] = useState({ urlValue: value, value });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (typed.urlValue !== value) setTyped({ urlValue: value, value });
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = (next: string) => {
    clearTimeout(timer.current);
    if (next.trim() !== value) onChange(next.trim());
  };
  return (
    <Field label="Dentist name">
      <Input
        name="name"
        type="search"
        autoComplete="off"
        placeholder="Any name"
        value={typed.value}
        onChange={(event) => {
          const next = event.target.value;
          setTyped({ ...typed, value: next });
          clearTimeout(timer.current);
          timer.current = setTimeout(() => apply(next), 500);
        }}
        onBlur={() => apply(typed.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply(typed.value);
        }}
      />
    </Field>
  );
}

/** True once the pointer or the focus was in the element, or from the start if `isInitially`. */
function useReached(element: RefObject<HTMLElement | null>, isInitially: boolean): boolean {
  const [isReached, setReached] = useState(isInitially);
  useEffect(() => {
    if (isReached) return;
    const reached = new AbortController();
    for (const event of ['pointerover', 'focusin'])
      element.current?.addEventListener(event, () => setReached(true), { signal: reached.signal });
    return () => reached.abort();
  }, [element, isReached]);
  return isReached;
}

/**
 * Filters apply at once. Without scripts, a button submits the same form. The options are counted when the visitor reaches for
 * the filters, or at once if they were opened.
 */
export default function Filters(props: {
  search: SearchState;
  onChange: (change: Partial<SearchState>) => void;
  isOpened?: boolean;
}) {
  // Shows a change at once, because the URL updates later.
  const urlSearch = JSON.stringify(props.search);
  const [draft, setDraft] = useState({ urlSearch, search: props.search });
  if (draft.urlSearch !== urlSearch) setDraft({ urlSearch, search: props.search });
  const { search } = draft;
  const onChange = (change: Partial<SearchState>) => {
    const next = { ...search, page: 1, ...change };
    setDraft({ urlSearch, search: next });
    props.onChange(next);
  };
  const form = useRef<HTMLFormElement>(null);
  const isReached = useReached(form, props.isOpened ?? false);
  const countOf = useOptionCounts(props.search, isReached);
  const fields = { search, onChange, countOf };
  return (
    <form
      ref={form}
      action="/directory"
      method="get"
      className={css.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      {search.location && <input type="hidden" name="location" value={search.location} />}
      {search.box && <input type="hidden" name="box" value={search.box} />}
      {search.view === 'grid' && <input type="hidden" name="view" value="grid" />}
      {search.sort !== 'best' && <input type="hidden" name="sort" value={search.sort} />}
      {search.organic && <input type="hidden" name="organic" value="1" />}
      <NameFilter value={search.name} onChange={(name) => onChange({ name })} />
      <Field label="Service">
        <ServiceSelect
          name="service"
          value={search.service || 'all'}
          onChange={(service) => onChange({ service: service === 'all' ? '' : service })}
          countOf={countOf}
        />
      </Field>
      {(search.service || search.services) && <MoreServicesFilter {...fields} />}
      <Field label="Distance" hint={search.location ? undefined : 'Enter a city or ZIP first.'}>
        <Select
          name="radius"
          value={String(search.radius)}
          disabled={!search.location}
          onChange={(event) => onChange({ radius: Number(event.target.value) })}
        >
          <option value="0">This area only</option>
          {[...new Set([...radii, search.radius])]
            .filter(Boolean)
            .toSorted((a, b) => a - b)
            .map((miles) => (
              <option key={miles} value={miles}>
                {`Within ${miles} miles`}
              </option>
            ))}
        </Select>
      </Field>
      <PlanFilter {...fields} />
      <DayFilter {...fields} />
      <PriceFilter {...fields} />
      <RatingFilters {...fields} />
      <FieldGroup legend="Show only" className={css.group}>
        {choices.map((flag) => (
          <CountedCheckbox
            key={flag}
            name={flag}
            value="1"
            label={flagNames[flag]}
            count={countOf(flag, 1, 'compact')}
            checked={search[flag]}
            onChange={(event) => onChange({ [flag]: event.target.checked })}
          />
        ))}
      </FieldGroup>
      <Field label="Language">
        <Select
          name="language"
          value={search.language}
          onChange={(event) => onChange({ language: event.target.value })}
        >
          <option value="">Any language</option>
          {search.language && !languageNames.includes(search.language) && (
            <option value={search.language}>{search.language}</option>
          )}
          {languageNames.map((name) => renderCountedOption(name, name, countOf('language', name)))}
        </Select>
      </Field>
      <GenderFilter {...fields} />
      <div className={css.actions}>
        <Button type="submit" variant="primary" className={css.apply}>
          Apply filters
        </Button>
        <ButtonLink to={directoryUrl({ view: search.view })} size="small" preventScrollReset>
          Clear All
        </ButtonLink>
      </div>
    </form>
  );
}
