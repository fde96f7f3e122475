import { lazy, Suspense } from 'react';
import { authPath, useUser } from '#ui/base/session.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { cx } from '#ui/kit/cx.ts';
import { layout } from '#ui/kit/layout.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { storePageTime } from '#ui/base/platform/use-page-time.ts';
import { ShareButton } from './ShareButton.tsx';
import { clearSaved, MAX_COMPARED, useSaved } from '../card/saved.ts';
import css from './ShortlistPage.module.css';

const Cards = lazy(() => import('./ShortlistCards.tsx'));

function Shortlist() {
  const platform = usePlatform();
  const ids = useSaved((saved) => saved.shortlist);
  const isSignedIn = useUser() !== null;
  return (
    <div className={layout.page}>
      <Head title="Your shortlist" noindex />
      <header className={layout.head}>
        <h1>Your shortlist</h1>
        <p className={cx(layout.lead, css.note)}>
          {isSignedIn ? (
            'Saved to your account, on every device where you log in.'
          ) : (
            <>
              Saved on this device only. <Link to={authPath('/shortlist')}>Log in</Link> to see it on every device.
            </>
          )}
        </p>
        {ids.length > 0 && (
          <div className={css.tools}>
            <ShareButton ids={ids} />
            <ButtonLink to={`/compare?ids=${ids.slice(0, MAX_COMPARED).join(',')}`} size="small">
              Compare {ids.length > MAX_COMPARED ? `the first ${MAX_COMPARED}` : 'them'}
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
          title="Your shortlist is empty"
          actions={
            <ButtonLink to="/directory" variant="primary">
              Find dentists
            </ButtonLink>
          }
        >
          <p>Choose Shortlist on a practice to save it here.</p>
          <noscript>
            <p>Your browser stores the shortlist, which needs JavaScript.</p>
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

export const page: Page = { Component: Shortlist, load: async ({ cache }) => storePageTime(cache) };
