import { useLocation } from 'react-router-dom';
import type { ReactNode } from 'react';
import { can } from '#shared/permissions.ts';
import { isStaff, roleNames } from '#shared/roles.ts';
import { authPath, useSession } from '#ui/base/session.ts';
import { UserLoadFailed } from '#ui/base/UserLoadFailed.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { Notice } from '#ui/base/page/Notice.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { useNavigation } from './console-nav.tsx';
import css from './AdminOnly.module.css';

/** Shows a notice to people whose calls would be refused. The server guards every call by itself. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const { user, isReady, hasFailed } = useSession();
  const { pathname, search } = useLocation();
  const { findPlace } = useNavigation();
  if (hasFailed)
    return (
      <>
        <Head title="Admin" noindex />
        <UserLoadFailed heading="h1" />
      </>
    );
  if (!isReady)
    return (
      <Loading label="Loading" className={css.loading}>
        <Head title="Admin" noindex />
        <Skeleton width={220} height={28} />
        <Skeleton height={36} />
        <Skeleton height={280} />
      </Loading>
    );
  if (!user)
    return <Refusal title="Please log in to access the admin panel." to={authPath(pathname + search)} action="Login" />;
  if (!isStaff(user.role))
    return (
      <Refusal title="This area is for administrators" to="/" action="Back to the site">
        You’re logged in as {user.email}, which isn’t an administrator account.
      </Refusal>
    );
  const place = findPlace(pathname, search);
  if (user.twoFactor.required && !user.twoFactor.enabled)
    return (
      <Refusal title="Please set up two-factor sign-in first" to="/account" action="Set it up">
        Administrators need a code to log in. Setup takes a minute.
      </Refusal>
    );
  if (place && !can(user.role, place.permission))
    return (
      <Refusal title={`${place.label} isn’t part of your role`} to="/admin" action="Back to Home">
        You’re {/^[aeiou]/i.test(user.role) ? 'an' : 'a'} {roleNames[user.role].toLowerCase()}. Ask an administrator if
        you need this page.
      </Refusal>
    );
  return children;
}

function Refusal({ to, action, ...rest }: { title: string; to: string; action: string; children?: ReactNode }) {
  return (
    <Notice
      className={css.refusal}
      head="Admin"
      scene="locked"
      actions={
        <ButtonLink to={to} variant="primary">
          {action}
        </ButtonLink>
      }
      {...rest}
    />
  );
}
