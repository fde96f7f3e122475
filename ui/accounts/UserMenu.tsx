import { lazy, Suspense } from 'react';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import css from './UserMenu.module.css';
import { useSession } from '../base/session.ts';

const RetryButton = lazy(() => import('./RetryButton.tsx'));
const UserMenuOpen = lazy(() => import('./UserMenuOpen.tsx'));

/**
 * The Login button or the user's menu. The server renders both places, and the `data-signed-in` attribute, set before
 * the first paint, shows the right one, so that nothing moves once the user has loaded.
 */
export function UserMenu() {
  const { user, hasFailed } = useSession();
  return (
    <div className={css.place}>
      <ButtonLink to="/auth" className={css.login}>
        Login
      </ButtonLink>
      <div className={css.person}>
        <Suspense fallback={null}>
          {user && <UserMenuOpen user={user} />}
          {hasFailed && <RetryButton />}
        </Suspense>
      </div>
    </div>
  );
}
