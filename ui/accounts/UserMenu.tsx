import { lazy, Suspense } from 'react';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import css from './UserMenu.module.css';
import { useUser } from './session.ts';

const UserMenuOpen = lazy(() => import('./UserMenuOpen.tsx'));

/**
 * The Login button or the user's menu. The server renders both places, and the `data-signed-in` attribute, set before
 * the first paint, shows the right one, so that nothing moves once the user has loaded.
 */
export function UserMenu() {
  const user = useUser();
  return (
    <div className={css.place}>
      <ButtonLink to="/auth" className={css.login}>
        Login
      </ButtonLink>
      <div className={css.person}>
        {user && (
          <Suspense fallback={null}>
            <UserMenuOpen user={user} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
