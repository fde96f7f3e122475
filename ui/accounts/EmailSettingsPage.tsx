import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { notificationKinds, notificationLabels, unsubscribe } from '#contract/accounts/notifications.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { callOf, PostForm, sendBy, usePostedForm, useWasSent } from '#ui/base/forms/posted-form.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { CardPage } from './sign-in/CardPage.tsx';

/** The button, and not opening the page, turns the emails off, because some email scanners open every link. */
function EmailSettingsPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const kind = notificationKinds.find((one) => token.split('.')[1] === one);
  const call = callOf(unsubscribe);
  const posted = usePostedForm(call);
  const wasSent = useWasSent();
  const turnOff = useMutation({ mutationFn: () => api(unsubscribe, { body: { token } }) });
  const name = kind && notificationLabels[kind].label.toLowerCase();
  return (
    <CardPage title="Email Settings" lead={name ? `Stop emails about ${name}?` : 'Choose which emails you get.'}>
      <Head title="Email Settings" noindex />
      {turnOff.data || wasSent ? (
        <>
          <Callout tone="good" title="These emails are off" announce>
            You can turn them on again on your account page.
          </Callout>
          <ButtonLink to="/account#notifications" block>
            All email settings
          </ButtonLink>
        </>
      ) : (
        <>
          {(turnOff.error || posted?.error) && (
            <Callout tone="bad" announce>
              {posted?.error?.message ?? sentenceOf(turnOff.error)}
            </Callout>
          )}
          {kind && (
            <PostForm call={call} hidden={{ token }} onSubmit={sendBy(turnOff)}>
              <Button type="submit" variant="primary" block busy={turnOff.isPending}>
                Turn off these emails
              </Button>
            </PostForm>
          )}
          <ButtonLink to="/account#notifications" block>
            All email settings
          </ButtonLink>
        </>
      )}
    </CardPage>
  );
}

export const page: Page = { Component: EmailSettingsPage };
