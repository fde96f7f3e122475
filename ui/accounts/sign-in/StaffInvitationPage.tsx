import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleNames, roleSummaries } from '#contract/roles.ts';
import { acceptStaffInvitation, viewStaffInvitation } from '#contract/accounts/staff.ts';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDate } from '#ui/kit/format.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { authPath, loadUser, useSession } from '../session.ts';
import { CardPage } from './CardPage.tsx';

/** Shows an invitation to the staff. Only its button accepts it, because some email scanners open links. */
function StaffInvitationPage() {
  const [search] = useSearchParams();
  // Stays in the URL until it is accepted, so that logging in or verifying the address leads back here.
  const [token] = useState(() => search.get('token') ?? '');
  const { user, isReady } = useSession();
  const navigate = useNavigate();
  const invitation = useQuery({
    queryKey: ['staff invitation', token],
    queryFn: () => api(viewStaffInvitation, { body: { token } }),
    enabled: token !== '',
  });
  const accept = useMutation({
    mutationFn: () => api(acceptStaffInvitation, { body: { token } }),
    async onSuccess() {
      await loadUser();
      void navigate('/admin', { replace: true });
    },
  });
  const here = `/staff-invitation?token=${token}`;
  const { data, error } = invitation;
  return (
    <CardPage title="Join the Enamel staff" lead="An invitation to work in the admin panel.">
      <Head title="Join the Enamel staff" noindex />
      {error || !token ? (
        <Callout tone="warn" title="This invitation isn’t valid" announce>
          {error ? sentenceOf(error) : 'Please open the link in your email.'}
        </Callout>
      ) : !data || !isReady ? (
        <Skeleton height={160} />
      ) : (
        <>
          <p>
            {data.invitedBy ?? 'An administrator'} invited <strong>{data.email}</strong> to work on Enamel. The
            invitation expires on {formatLocalDate(data.expiresAt)}.
          </p>
          <Callout title={roleNames[data.role]}>{roleSummaries[data.role]}</Callout>
          {accept.error && (
            <Callout tone="bad" announce>
              {sentenceOf(accept.error)}
            </Callout>
          )}
          {user ? (
            <Button variant="primary" block busy={accept.isPending} onClick={() => accept.mutate()}>
              Accept as {user.email}
            </Button>
          ) : (
            <>
              <ButtonLink to={authPath(here)} variant="primary" block>
                Log in
              </ButtonLink>
              <ButtonLink to={`${authPath(here)}&tab=signup`} block>
                Sign Up
              </ButtonLink>
            </>
          )}
        </>
      )}
    </CardPage>
  );
}

export const page: Page = { Component: StaffInvitationPage };
