import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { suggest as suggestCall } from '#contract/listings.ts';
import type { Suggestion } from '#ui/kit/controls/Combobox.tsx';
import { api } from '#ui/platform/api.ts';

type Chosen = { location?: string; service?: string } | null;

/** Places fill the location, services the service, and a dentist's name leads to the profile. */
export function usePlaceSuggestions() {
  const navigate = useNavigate();
  const meant = useRef(new Map<string, () => Chosen>());
  return {
    async suggest(q: string, signal: AbortSignal): Promise<Suggestion[]> {
      const { places, services, dentists } = await api(suggestCall, { query: { q: q.slice(0, 200) } }, { signal });
      meant.current = new Map();
      const add = (value: string, label: string, detail: string, act: () => Chosen): Suggestion => {
        meant.current.set(value, act);
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
    choose: (suggestion: Suggestion): Chosen => meant.current.get(suggestion.value)?.() ?? null,
  };
}
