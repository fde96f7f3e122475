import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { suggest as suggestCall } from '#contract/listings/listings.ts';
import type { Suggestion } from '#ui/kit/controls/Combobox.tsx';
import { Rating } from '#ui/kit/display/Rating.tsx';
import { namedSource } from '../rating-source.ts';
import { formatNumber } from '#ui/kit/format.ts';
import { api } from '#ui/base/platform/api.ts';
import type { SearchState } from './search-state.ts';

/** The change that a suggestion makes to the search. Null if it opens another page. */
type SuggestedChange = Partial<SearchState> | null;

const asksForPosition = (text: string): boolean =>
  /^(?:near|close|around|nearby|my loc|use my|current)/i.test(text.trim());
const placeOf = ({ street, city, state }: { street?: string | null; city: string | null; state: string | null }) =>
  [street, city, state].filter(Boolean).join(', ');

/** A place, service, practice, or plan changes the search, and a dentist opens the profile. */
export function useSearchSuggestions(onLocate: () => void) {
  const navigate = useNavigate();
  const actions = useRef(new Map<string, () => SuggestedChange>());
  return {
    async suggest(q: string, signal: AbortSignal): Promise<Suggestion[]> {
      const reply = await api(suggestCall, { query: { q: q.slice(0, 200) } }, { signal });
      const suggestions: Suggestion[] = [];
      actions.current = new Map();
      const add = (suggestion: Suggestion, onChoose: () => SuggestedChange): void => {
        actions.current.set(suggestion.value, onChoose);
        suggestions.push(suggestion);
      };
      if (asksForPosition(q))
        add({ value: 'my location', label: 'Use my location' }, () => {
          onLocate();
          return null;
        });
      for (const { kind, label, count } of reply.places)
        add({ value: `place ${kind} ${label}`, label, detail: formatNumber(count), group: 'Places' }, () => ({
          location: kind === 'zip' ? label.slice(0, 5) : label,
        }));
      for (const { id, name, count } of reply.services)
        add({ value: `service ${id}`, label: name, detail: formatNumber(count), group: 'Services' }, () => ({
          service: name,
        }));
      for (const { id, name, street, city, state } of reply.practices)
        add(
          { value: `practice ${id}`, label: name, detail: placeOf({ street, city, state }), group: 'Practices' },
          () => ({
            name,
            location: placeOf({ city, state }),
          }),
        );
      for (const dentist of reply.dentists) {
        const { id, name, rating, reviewCount, ratingSource, path } = dentist;
        const detail = (
          <>
            {placeOf(dentist)}
            {rating !== null && <Rating value={rating} count={reviewCount} source={namedSource(ratingSource)} />}
          </>
        );
        add({ value: `dentist ${id}`, label: name, detail, group: 'Dentists' }, () => {
          void navigate(path);
          return null;
        });
      }
      for (const { slug, name } of reply.plans)
        add({ value: `plan ${slug}`, label: name, detail: 'Insurance', group: 'Insurance plans' }, () => ({
          plan: slug,
        }));
      return suggestions;
    },
    choose: (suggestion: Suggestion): SuggestedChange => actions.current.get(suggestion.value)?.() ?? null,
  };
}
