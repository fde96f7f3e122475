import { useMutation } from '@tanstack/react-query';
import { verifyEmail } from '#contract/accounts/accounts.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { callOf, PostForm, sendBy, usePostedForm, useWasSent } from '#ui/base/forms/posted-form.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { api, ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { CardPage } from './CardPage.tsx';
import { useLinkToken } from './use-link-token.ts';
import { authPath, loadUser, useUser } from '#ui/base/session.ts';

/** The button, and not opening the page, verifies the address, because some email scanners run the pages they open. */
function VerifyEmailPage() {
  const brand = useBrand();
  const token = useLinkToken();
  const user = useUser();
  const call = callOf(verifyEmail);
  const posted = usePostedForm(call);
  const wasSent = useWasSent();
  const verify = useMutation({
    mutationFn: () => api(verifyEmail, { body: { token: token ?? '' } }),
    onSuccess: () => void (user && loadUser()),
  });
  const { data, error } = verify;
  const isInvalid = (error instanceof ApiError && error.status === 400) || posted?.error?.code === 'invalid_token';
  return (
    <CardPage title="Verify Your Email" lead="It shows us that this address is yours.">
      <Head title="Verify Your Email" noindex />
      {data || wasSent ? (
        <>
          <Callout tone="good" title="Your email address is verified" announce>
            {data?.email}
          </Callout>
          <ButtonLink to={user ? '/dashboard' : authPath('/dashboard')} variant="primary" block>
            {user ? 'Go to your dashboard' : 'Log in'}
          </ButtonLink>
        </>
      ) : isInvalid || !token ? (
        <>
          <Callout
            tone="warn"
            title={isInvalid ? 'This link is no longer valid' : 'Please open the link in your email'}
            announce={isInvalid}
          >
            A link works for 3 days. You can get a new one on your account page.
          </Callout>
          <ButtonLink to="/account" variant="primary" block>
            Go to your account
          </ButtonLink>
        </>
      ) : (
        <>
          <p>Continue only if you use {brand}, and this link came to your own address.</p>
          {(error || posted?.error) && (
            <Callout tone="bad" announce>
              {posted?.error?.message ?? sentenceOf(error)}
            </Callout>
          )}
          <PostForm call={call} hidden={{ token }} onSubmit={sendBy(verify)}>
            <Button type="submit" variant="primary" block busy={verify.isPending}>
              Verify email address
            </Button>
          </PostForm>
        </>
      )}
    </CardPage>
  );
}

export const page: Page = { Component: VerifyEmailPage };
