import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleNames, roleSummaries } from '#shared/roles.ts';
import type { Me } from '#contract/accounts/accounts.ts';
import { acceptStaffInvitation, joinStaff, viewStaffInvitation } from '#contract/accounts/staff.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { callOf, PostForm, sendBy, usePostedForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDate } from '#ui/kit/format.ts';
import { api, sentenceOf, type Call } from '#ui/base/platform/api.ts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { schemas } from '../form-schemas.ts';
import { authPath, join, loadUser, useSession } from '#ui/base/session.ts';
import { CardPage } from './CardPage.tsx';

/** Shows an invitation to the staff. Only its button accepts it, because some email scanners open links. */
function StaffInvitationPage() {
  const brand = useBrand();
  const [search] = useSearchParams();
  // Stays in the URL until it is accepted, so that logging in or verifying the address leads back here.
  const [token] = useState(() => search.get('token') ?? '');
  const { user, isReady } = useSession();
  const navigate = useNavigate();
  const call = callOf(acceptStaffInvitation);
  const posted = usePostedForm(call);
  const invitation = useQuery({
    ...invitationQuery(token),
    // Joining reloads everything that was read before, but the invitation is used up then.
    enabled: ({ state }) => token !== '' && state.data === undefined,
  });
  const accept = useMutation({
    mutationFn: () => api(acceptStaffInvitation, { body: { token } }),
    onSuccess: async () => enter(await loadUser()),
  });
  const enter = (me: Me | null) =>
    void navigate(me?.twoFactor.required && !me.twoFactor.enabled ? '/account' : '/admin', { replace: true });
  const here = `/staff-invitation?token=${token}`;
  const { data, error } = invitation;
  return (
    <CardPage title={`Join the ${brand} staff`} lead="An invitation to work in the admin panel.">
      <Head title={`Join the ${brand} staff`} noindex />
      {error || !token ? (
        <Callout tone="warn" title="This invitation isn’t valid" announce>
          {error ? sentenceOf(error) : 'Please open the link in your email.'}
        </Callout>
      ) : !data ? (
        <Skeleton height={160} />
      ) : (
        <>
          <p>
            {data.invitedBy ?? 'An administrator'} invited <strong>{data.email}</strong> to work on {brand}. The
            invitation expires on {formatLocalDate(data.expiresAt)}.
          </p>
          <Callout title={roleNames[data.role]}>{roleSummaries[data.role]}</Callout>
          {accept.error && (
            <Callout tone="bad" announce>
              {sentenceOf(accept.error)}
            </Callout>
          )}
          {!isReady ? (
            <Loading
              label="Loading your account"
              withoutScripts={
                data.hasAccount ? (
                  <>
                    {posted?.error && <Callout tone="bad">{posted.error.message}</Callout>}
                    <PostForm call={call} hidden={{ token }}>
                      <Button type="submit" variant="primary" block>
                        Accept
                      </Button>
                    </PostForm>
                  </>
                ) : (
                  <JoinForm token={token} onJoined={enter} />
                )
              }
            >
              <Skeleton height={44} />
            </Loading>
          ) : user ? (
            <PostForm call={call} hidden={{ token }} onSubmit={sendBy(accept)}>
              <Button type="submit" variant="primary" block busy={accept.isPending}>
                Accept as {user.email}
              </Button>
            </PostForm>
          ) : !data.hasAccount ? (
            <JoinForm token={token} onJoined={enter} />
          ) : (
            <ButtonLink to={authPath(here)} variant="primary" block>
              Log in to accept
            </ButtonLink>
          )}
        </>
      )}
    </CardPage>
  );
}

/** Creates the account for the invited address, which the emailed link has verified. */
function JoinForm({ token, onJoined }: { token: string; onJoined: (me: Me) => void }) {
  const form = useAppForm({
    defaultValues: { name: '', password: '' },
    keep: 'secret',
    schema: schemas.joinStaff,
    call: callOf(joinStaff),
    errorAt: 'name',
  });
  const joining = useMutation({
    mutationFn: (values: typeof form.values) =>
      join(() => api(joinStaff, { body: { token, ...values } }), 'Welcome to the staff'),
    onSuccess: onJoined,
    onError: (error) => form.showError(error),
  });
  return (
    <PostForm call={form.call} hidden={{ token }} onSubmit={form.submit((values) => joining.mutate(values))}>
      <Field label="Full name" required error={form.errors.name}>
        <Input autoComplete="name" maxLength={200} {...form.field('name')} />
      </Field>
      <Field label="Password" required hint="Staff use at least 15 characters." error={form.errors.password}>
        <PasswordInput autoComplete="new-password" {...form.field('password')} />
      </Field>
      <Button type="submit" variant="primary" block busy={joining.isPending}>
        Join the staff
      </Button>
    </PostForm>
  );
}

const invitationQuery = (token: string, call: Call = api) => ({
  queryKey: ['staff invitation', token],
  queryFn: () => call(viewStaffInvitation, { body: { token } }),
});

export const page: Page = {
  Component: StaffInvitationPage,
  async load({ cache, call, server, url }) {
    const token = url.searchParams.get('token');
    if (server && token) await cache.prefetchQuery(invitationQuery(token, call));
  },
};
