import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { suggest as suggestCall } from '#contract/listings.ts';
import type { Suggestion } from '#ui/kit/controls/Combobox.tsx';
import { api } from '#ui/platform/api.ts';

type SearchFields = { location?: string; service?: string } | null;

/** A chosen place fills the location, a service fills the service, and a dentist opens the profile. */
export function usePlaceSuggestions() {
  const navigate = useNavigate();
  const actions = useRef(new Map<string, () => SearchFields>());
  return {
    async suggest(q: string, signal: AbortSignal): Promise<Suggestion[]> {
      const { places, services, dentists } = await api(suggestCall, { query: { q: q.slice(0, 200) } }, { signal });
      actions.current = new Map();
      const add = (value: string, label: string, detail: string, onChoose: () => SearchFields): Suggestion => {
        actions.current.set(value, onChoose);
        return { value, label, detail };
      };
      const kinds = { state: 'State', city: 'City', zip: 'ZIP code', zipPrefix: 'ZIP codes' };
      return [
        ...places.map((place) =>
          add(`place ${place.kind} ${place.label}`, place.label, kinds[place.kind], () => ({
            location: place.kind === 'zip' ? place.label.slice(0, 5) : place.label,
          })),
        ),
        ...services.map(({ id, name }) =>
          add(`service ${id}`, name, 'Service', () => ({ location: '', service: name })),
        ),
        ...dentists.map(({ id, name, city, state, path }) =>
          add(`dentist ${id}`, name, [city, state].filter(Boolean).join(', '), () => {
            void navigate(path);
            return null;
          }),
        ),
      ];
    },
    choose: (suggestion: Suggestion): SearchFields => actions.current.get(suggestion.value)?.() ?? null,
  };
}
