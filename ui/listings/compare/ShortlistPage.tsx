import { lazy, Suspense } from 'react';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { layout } from '#ui/kit/layout.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { usePlatform } from '#ui/platform/platform.ts';
import { stampPageTime } from '#ui/platform/use-page-time.ts';
import { clearSaved, MOST_COMPARED, useSaved } from './saved.ts';
import css from './ShortlistPage.module.css';

/** An empty list needs no cards. */
const Cards = lazy(() => import('./ShortlistCards.tsx'));

function Shortlist() {
  const platform = usePlatform();
  const ids = useSaved((saved) => saved.shortlist);
  return (
    <div className={layout.page}>
      <Head title="Your shortlist" noindex />
      <header className={layout.head}>
        <h1>Your shortlist</h1>
        <p className={layout.lead}>Kept on this device only. Print it, or take it along to the phone.</p>
        {ids.length > 0 && (
          <div className={css.tools}>
            <ButtonLink to={`/compare?ids=${ids.slice(0, MOST_COMPARED).join(',')}`} size="small">
              Compare {ids.length > MOST_COMPARED ? `the first ${MOST_COMPARED}` : 'them'}
            </ButtonLink>
            <Button size="small" onClick={() => platform.print()}>
              Print
            </Button>
            <Button size="small" variant="quiet" onClick={() => clearSaved('shortlist')}>
              Clear all
            </Button>
          </div>
        )}
      </header>
      {ids.length === 0 ? (
        <EmptyState
          title="Nothing on it yet"
          actions={
            <ButtonLink to="/directory" variant="primary">
              Find dentists
            </ButtonLink>
          }
        >
          <p>Choose Shortlist on a practice, and you find it here again.</p>
          <noscript>
            <p>The shortlist is kept by your browser and needs JavaScript.</p>
          </noscript>
        </EmptyState>
      ) : (
        <Suspense fallback={null}>
          <Cards ids={ids} />
        </Suspense>
      )}
    </div>
  );
}

export const page: Page = { Component: Shortlist, load: async ({ cache }) => stampPageTime(cache) };
