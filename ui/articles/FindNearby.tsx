import { MapPin } from 'lucide-react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import css from './FindNearby.module.css';

/** The way from an article to dentists: a plain form, which works without scripts. */
export function FindNearby({ topicId }: { topicId: string }) {
  const isWhitening = topicId === 'teeth-whitening';
  return (
    <section aria-labelledby="find-nearby" className={css.box}>
      <h2 id="find-nearby">{isWhitening ? 'Find whitening near you' : 'Find a dentist near you'}</h2>
      <form method="get" action="/directory" className={css.form}>
        {isWhitening && <input type="hidden" name="service" value="Teeth Whitening" />}
        <Input
          name="location"
          aria-label="City or ZIP code"
          placeholder="City or ZIP code"
          required
          enterKeyHint="search"
        />
        <Button type="submit" variant="primary" icon={<MapPin aria-hidden="true" />}>
          Find dentists
        </Button>
      </form>
    </section>
  );
}
