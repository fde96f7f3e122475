import { MapPin, Search } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { searchTypeOf, trackSearchStart } from '#ui/insights/track.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Combobox } from '#ui/kit/controls/Combobox.tsx';
import { cx } from '#ui/kit/cx.ts';
import { ServiceSelect } from './ServiceSelect.tsx';
import { usePlaceSuggestions } from './use-place-suggestions.ts';
import css from './SearchBox.module.css';

export interface SearchBoxProps {
  variant: 'hero' | 'compact';
  location: string;
  /** A service name. Empty means all. */
  service?: string;
  onSearch: (search: { location: string; service: string }) => void;
  /** Hidden fields that keep the other filters when the form is submitted without scripts. */
  children?: ReactNode;
  className?: string | undefined;
}

/** A plain form that works without scripts. With scripts it searches without leaving the page. */
export default function SearchBox({ variant, location, service = '', onSearch, children, className }: SearchBoxProps) {
  const urlSearch = `${location}\n${service}`;
  const [typed, setTyped] = useState({ urlSearch, location, service });
  if (typed.urlSearch !== urlSearch) setTyped({ urlSearch, location, service });
  const { suggest, choose } = usePlaceSuggestions();
  const send = (search: { location: string; service: string }) => {
    const query = [search.service, search.location].filter(Boolean).join(', ');
    trackSearchStart(query, variant, searchTypeOf(search.location, search.service));
    onSearch(search);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ location: typed.location.trim(), service: typed.service === 'all' ? '' : typed.service });
  };
  return (
    <form
      role="search"
      action="/directory"
      method="get"
      onSubmit={submit}
      className={cx(css.box, css[variant], className)}
    >
      <Combobox
        name="location"
        aria-label="Location"
        placeholder="Enter your location (city, zip code)"
        className={css.location}
        icon={<MapPin />}
        value={typed.location}
        onValueChange={(value) => setTyped({ ...typed, location: value })}
        suggest={suggest}
        minLength={2}
        listLabel="Places, services and dentists"
        enterKeyHint="search"
        onSelect={(suggestion) => {
          const fields = choose(suggestion);
          if (fields) {
            setTyped({ ...typed, ...fields });
            send({ location: typed.location, service: typed.service, ...fields });
          }
        }}
      />
      {variant === 'compact' && (
        <ServiceSelect
          name="service"
          value={typed.service || 'all'}
          onChange={(value) => setTyped({ ...typed, service: value })}
          className={css.service}
        />
      )}
      {children}
      <Button
        type="submit"
        variant="primary"
        size={variant === 'hero' ? 'large' : 'medium'}
        icon={<Search aria-hidden="true" />}
        className={css.submit}
      >
        <span className={css.submitLabel}>{variant === 'hero' ? 'Search' : 'Search Dentists'}</span>
      </Button>
    </form>
  );
}
