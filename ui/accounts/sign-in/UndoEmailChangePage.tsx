import { useMutation } from '@tanstack/react-query';
import { undoEmailChange } from '#contract/accounts/accounts.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { callOf, PostForm, sendBy, usePostedForm, useWasSent } from '#ui/base/forms/posted-form.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { api, ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { loadUser, useUser } from '#ui/base/session.ts';
import { CardPage } from './CardPage.tsx';
import { useLinkToken } from './use-link-token.ts';

/** The button, and not opening the page, undoes the change, because some email scanners run the pages they open. */
function UndoEmailChangePage() {
  const token = useLinkToken();
  const user = useUser();
  const call = callOf(undoEmailChange);
  const posted = usePostedForm(call);
  const wasSent = useWasSent();
  const undo = useMutation({
    mutationFn: () => api(undoEmailChange, { body: { token: token ?? '' } }),
    // The undo also ended this session, if it is one of the account.
    onSuccess: () => void (user && loadUser()),
  });
  const { data, error } = undo;
  const isInvalid = (error instanceof ApiError && error.status === 400) || posted?.error?.code === 'invalid_token';
  return (
    <CardPage title="Undo the Email Change" lead="Your account returns to the address that received this link.">
      <Head title="Undo the Email Change" noindex />
      {data || wasSent ? (
        <Callout
          tone="good"
          title={data ? `Your email address is ${data.email} again` : 'The change was undone'}
          announce
        >
          Everyone was signed out. We emailed you a link to choose a new password.
        </Callout>
      ) : isInvalid || !token ? (
        <>
          <Callout
            tone="warn"
            title={isInvalid ? 'This link is no longer valid' : 'Please open the link in your email'}
            announce={isInvalid}
          >
            A link works once, for 7 days after the change.
          </Callout>
          <ButtonLink to="/contact" block>
            Contact us
          </ButtonLink>
        </>
      ) : (
        <PostForm call={call} hidden={{ token }} onSubmit={sendBy(undo)}>
          <p>
            Undo the change if it wasn’t yours, or if you made a mistake. Everyone is signed out, and you choose a new
            password.
          </p>
          {(error || posted?.error) && (
            <Callout tone="bad" announce>
              {posted?.error?.message ?? sentenceOf(error)}
            </Callout>
          )}
          <Button type="submit" variant="primary" block busy={undo.isPending}>
            Undo the change
          </Button>
        </PostForm>
      )}
    </CardPage>
  );
}

export const page: Page = { Component: UndoEmailChangePage };
