import { MapPin, Search } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { searchTypeOf, trackSearchStart } from '#ui/insights/track.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Combobox } from '#ui/kit/controls/Combobox.tsx';
import { cx } from '#ui/kit/cx.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import type { SearchState } from './search-state.ts';
import { ServiceSelect } from './ServiceSelect.tsx';
import { useSearchSuggestions } from './use-search-suggestions.tsx';
import css from './SearchBox.module.css';

interface SearchBoxProps {
  variant: 'hero' | 'compact';
  location: string;
  /** A service name. Empty means all. */
  service?: string;
  /** A sentence is what the visitor typed instead of the location. The server reads it. */
  onSearch: (change: Partial<SearchState>, sentence: string) => void;
  /** Hidden fields that keep the other filters when the form is submitted without scripts. */
  children?: ReactNode;
  className?: string | undefined;
}

/** A plain form that works without scripts. With scripts it searches without leaving the page. */
export default function SearchBox({ variant, location, service = '', onSearch, children, className }: SearchBoxProps) {
  const urlSearch = `${location}\n${service}`;
  const [typed, setTyped] = useState({ urlSearch, location, service });
  if (typed.urlSearch !== urlSearch) setTyped({ urlSearch, location, service });
  const locate = async () => {
    const { findMyZip } = await import('./my-location.ts');
    try {
      onSearch({ location: await findMyZip() }, '');
    } catch (error) {
      toast({ title: (error as Error).message });
    }
  };
  const { suggest, choose } = useSearchSuggestions(() => void locate());
  const track = (place: string, chosenService: string, button?: Element | null) =>
    trackSearchStart(
      [chosenService, place].filter(Boolean).join(', '),
      variant,
      searchTypeOf(place, chosenService),
      button,
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const text = typed.location.trim();
    const chosenService = typed.service === 'all' ? '' : typed.service;
    track(text, chosenService, submitter);
    onSearch({ service: chosenService, ...(text === '' ? { location: '' } : {}) }, text === location ? '' : text);
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
        aria-description="A city or ZIP code, a practice, a dentist, a service, or a sentence"
        placeholder="Enter your location (city, zip code)"
        className={css.location}
        icon={<MapPin />}
        value={typed.location}
        onValueChange={(value) => setTyped({ ...typed, location: value })}
        suggest={suggest}
        minLength={2}
        listLabel="Places, services, practices, dentists, and plans"
        enterKeyHint="search"
        onSelect={(suggestion) => {
          const change = choose(suggestion);
          if (!change) return;
          // A chosen service or plan is not a place, so the field shows the place of the search again.
          setTyped({ ...typed, location: change.location ?? location, service: change.service ?? typed.service });
          track(change.location ?? location, change.service ?? typed.service);
          onSearch(change, '');
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
        id={`search-${variant}`}
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
