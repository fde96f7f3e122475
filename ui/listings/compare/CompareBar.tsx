import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { clearSaved, MAX_COMPARED, useSaved } from '../card/saved.ts';
import css from './CompareBar.module.css';

/** A bar at the bottom of the window, shown once a practice is selected for comparison. */
export function CompareBar() {
  const ids = useSaved((saved) => saved.compare);
  if (ids.length === 0) return null;
  return (
    <section className={css.bar} aria-label="Comparison">
      <p aria-live="polite">
        {ids.length} of {MAX_COMPARED} selected
      </p>
      <Button variant="quiet" size="small" onClick={() => clearSaved('compare')}>
        Clear
      </Button>
      <ButtonLink to={`/compare?ids=${ids.join(',')}`} variant="primary" size="small">
        Compare
      </ButtonLink>
    </section>
  );
}
