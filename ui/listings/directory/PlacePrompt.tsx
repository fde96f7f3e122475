import { LocateFixed } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { directoryUrl, moveTo, type SearchState } from '../search/search-state.ts';
import { popularCitiesQuery } from '../search/directory-query.ts';
import { CountLink } from './CountLink.tsx';
import css from './PlacePrompt.module.css';

/** Asks where to search: the visitor's position, or one of the large cities. */
export function PlacePrompt({ search }: { search: SearchState }) {
  const navigate = useNavigate();
  const { data: cities } = useReply(popularCitiesQuery());
  const [state, setState] = useState<{ isLocating: boolean; error: string | null }>({ isLocating: false, error: null });
  const locate = async () => {
    setState({ isLocating: true, error: null });
    try {
      const { findMyZip } = await import('../search/my-location.ts');
      const zip = await findMyZip();
      setState({ isLocating: false, error: null });
      void navigate(directoryUrl(moveTo(search, zip)), { preventScrollReset: true });
    } catch (error) {
      setState({ isLocating: false, error: (error as Error).message });
    }
  };
  return (
    <section className={css.prompt} aria-labelledby="where">
      <h3 id="where">{search.nearMe ? 'Find dentists near you' : 'Where are you looking?'}</h3>
      <p className={search.nearMe ? undefined : css.explanation}>
        {search.nearMe
          ? 'Share your location, or enter a city or ZIP code above. These results are from the whole country.'
          : 'Enter a city or ZIP code above, use your location, or start with a city.'}
      </p>
      <div className={css.choices}>
        <Button
          variant={search.nearMe ? 'primary' : 'secondary'}
          className={css.locate}
          icon={<LocateFixed aria-hidden="true" />}
          busy={state.isLocating}
          onClick={() => void locate()}
        >
          Use my location
        </Button>
        {cities && cities.length > 0 && (
          <ul aria-label="Popular cities">
            {cities.map(({ label, count }) => (
              <li key={label}>
                <CountLink to={directoryUrl(moveTo(search, label))} label={label} count={formatNumber(count)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <p role="status">{state.error}</p>
    </section>
  );
}
