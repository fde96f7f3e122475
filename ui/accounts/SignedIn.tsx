import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Me } from '#contract/accounts/accounts.ts';
import { NeedsScript } from '#ui/kit/display/Skeleton.tsx';
import { Spinner } from '#ui/kit/display/Spinner.tsx';
import { UserLoadFailed } from '../base/UserLoadFailed.tsx';
import css from './SignedIn.module.css';
import { authPath, useSession } from '../base/session.ts';

/** Renders its children for a signed-in user. Sends others to the login page, which leads back here. */
export function SignedIn({ children }: { children: (user: Me) => ReactNode }) {
  const { user, isReady, hasFailed, left } = useSession();
  const { pathname, search } = useLocation();
  if (user) return children(user);
  if (isReady) return <Navigate to={left ? '/' : authPath(pathname + search)} replace />;
  if (hasFailed) return <UserLoadFailed heading="h1" />;
  return (
    <div className={css.waiting}>
      <span data-needs-script>
        <Spinner label="Loading your account" />
      </span>
      <noscript>
        <NeedsScript />
      </noscript>
    </div>
  );
}
