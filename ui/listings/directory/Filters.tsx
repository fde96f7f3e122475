import { useEffect, useRef, useState } from 'react';
import { languageNames } from '#contract/listings/languages.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field, FieldGroup } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { ServiceSelect } from '../search/ServiceSelect.tsx';
import { flagNames } from '../search/filter-labels.ts';
import { directoryUrl, radii, type Flag, type SearchState } from '../search/search-state.ts';
import {
  DayFilter,
  GenderFilter,
  MoreServicesFilter,
  PlanFilter,
  PriceFilter,
  RatingFilters,
} from './ListFilterFields.tsx';
import css from './Filters.module.css';

const choices = ['openNow', 'newPatients', 'insurance', 'emergency', 'wheelchair'] as const satisfies readonly Flag[];

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

/** Filters apply at once. Without scripts, a button submits the same form. */
export default function Filters(props: { search: SearchState; onChange: (change: Partial<SearchState>) => void }) {
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
  return (
    <form action="/directory" method="get" className={css.filters} onSubmit={(event) => event.preventDefault()}>
      {search.location && <input type="hidden" name="location" value={search.location} />}
      {search.view === 'grid' && <input type="hidden" name="view" value="grid" />}
      {search.sort !== 'best' && <input type="hidden" name="sort" value={search.sort} />}
      <NameFilter value={search.name} onChange={(name) => onChange({ name })} />
      <Field label="Service">
        <ServiceSelect
          name="service"
          value={search.service || 'all'}
          onChange={(service) => onChange({ service: service === 'all' ? '' : service })}
        />
      </Field>
      {(search.service || search.services) && <MoreServicesFilter search={search} onChange={onChange} />}
      <Field label="Distance" hint={search.location ? undefined : 'Enter a city or ZIP first.'}>
        <Select
          name="radius"
          value={String(search.radius)}
          disabled={!search.location}
          onChange={(event) => onChange({ radius: Number(event.target.value) })}
        >
          <option value="0">This area only</option>
          {radii.map((miles) => (
            <option key={miles} value={miles}>
              {`Within ${miles} miles`}
            </option>
          ))}
        </Select>
      </Field>
      <PlanFilter search={search} onChange={onChange} />
      <DayFilter search={search} onChange={onChange} />
      <PriceFilter search={search} onChange={onChange} />
      <RatingFilters search={search} onChange={onChange} />
      <FieldGroup legend="Show only" className={css.group}>
        {choices.map((flag) => (
          <Checkbox
            key={flag}
            name={flag}
            value="1"
            label={flagNames[flag]}
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
          {languageNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <GenderFilter search={search} onChange={onChange} />
      <Switch
        name="organic"
        value="1"
        label="Hide paid ranking"
        hint="Sort as if no one paid."
        checked={search.organic}
        onChange={(event) => onChange({ organic: event.target.checked })}
        className={css.switch}
      />
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
