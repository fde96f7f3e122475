import { lazy, Suspense } from 'react';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import css from './UserMenu.module.css';
import { useUser } from './session.ts';

const UserMenuOpen = lazy(() => import('./UserMenuOpen.tsx'));

/**
 * Login, or the person's menu. The server renders for visitors; a mark set before the first paint swaps the two places,
 * so that nothing moves when the person is known.
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
