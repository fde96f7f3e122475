import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { Card } from '#ui/kit/display/Card.tsx';
import { Mark } from '#ui/kit/display/Mark.tsx';
import css from './AuthPage.module.css';
import { AuthForms } from './AuthForms.tsx';
import { nextPath, useSession } from '../session.ts';

const UserLoadFailed = lazy(async () => ({ default: (await import('../UserLoadFailed.tsx')).UserLoadFailed }));

function AuthPage() {
  const { user, hasFailed } = useSession();
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  if (user) {
    const mustEnroll = user.twoFactor.required && !user.twoFactor.enabled;
    return <Navigate to={mustEnroll ? '/account' : nextPath(search)} replace />;
  }
  return (
    <section className={css.page}>
      <Head title="Login" description="Login to Enamel or create an account." noindex />
      <div className={css.head}>
        <Mark size={44} className={css.mark} />
        <h1>Welcome to Enamel</h1>
        <p className={css.muted}>
          {query.get('plan') === 'free'
            ? 'A free account costs nothing and needs no card. Patients find your basic listing as it is; upgrade when you want to claim and edit it.'
            : 'For practices: claim your listing and keep it up to date.'}
        </p>
      </div>
      <Card tone="lifted">
        {hasFailed ? (
          <Suspense fallback={null}>
            <UserLoadFailed />
          </Suspense>
        ) : (
          <AuthForms
            names="one"
            start={query.get('tab') === 'signup' ? 'signup' : 'login'}
            reset={query.has('reset')}
          />
        )}
      </Card>
    </section>
  );
}

export const page: Page = { Component: AuthPage };
