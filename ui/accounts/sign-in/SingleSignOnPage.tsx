import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { finishSingleSignOn } from '#contract/accounts/single-sign-on.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { join, nextPath } from '#ui/base/session.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { NeedsScript } from '#ui/kit/display/Skeleton.tsx';
import { Spinner } from '#ui/kit/display/Spinner.tsx';
import { CardPage } from './CardPage.tsx';

/** The identity provider sends staff back to this page, with a code that works once. */
function SingleSignOnPage() {
  const navigate = useNavigate();
  const wasSent = useRef(false);
  const finish = useMutation({
    mutationFn: async (query: string) => {
      let next = '';
      await join(async () => {
        const reply = await api(finishSingleSignOn, { body: { query } });
        next = reply.next;
        return reply;
      }, 'Logged in successfully');
      return next;
    },
    onSuccess: (next) =>
      void navigate(next ? nextPath(`?next=${encodeURIComponent(next)}`) : '/admin', { replace: true }),
  });
  const send = useEffectEvent(() => {
    if (wasSent.current) return;
    wasSent.current = true;
    const query = location.search.slice(1);
    // The code stays out of history and shared screens.
    history.replaceState(history.state, '', location.pathname);
    finish.mutate(query || 'none');
  });
  useEffect(() => send(), []);
  return (
    <CardPage title="Single Sign-On" lead="For the staff of this site." hasMark>
      <Head title="Single Sign-On" noindex />
      {finish.error ? (
        <>
          <Callout tone="bad" title="We couldn’t log you in" announce>
            {sentenceOf(finish.error)}
          </Callout>
          <ButtonLink to="/auth" block>
            Back to login
          </ButtonLink>
        </>
      ) : (
        <>
          <span data-needs-script>
            <Spinner label="Logging you in" />
          </span>
          <noscript>
            <NeedsScript />
          </noscript>
        </>
      )}
    </CardPage>
  );
}

export const page: Page = { Component: SingleSignOnPage };
