import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { AuthForms } from './AuthForms.tsx';
import { CardPage } from './CardPage.tsx';
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
    <CardPage title="Welcome to Enamel" lead="For practices: claim your listing and keep it up to date." hasMark>
      <Head title="Login" description="Login to Enamel or create an account." noindex />
      {hasFailed ? (
        <Suspense fallback={null}>
          <UserLoadFailed />
        </Suspense>
      ) : (
        <AuthForms names="one" start={query.get('tab') === 'signup' ? 'signup' : 'login'} reset={query.has('reset')} />
      )}
    </CardPage>
  );
}

export const page: Page = { Component: AuthPage };
