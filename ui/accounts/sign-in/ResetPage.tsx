import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { resetPassword } from '#contract/accounts/accounts.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { callOf, PostForm, usePostedForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { api, ApiError } from '#ui/base/platform/api.ts';
import { CardPage } from './CardPage.tsx';
import { useLinkToken } from './use-link-token.ts';
import { schemas } from '../form-schemas.ts';
import { passwordHint } from '../password-hint.ts';
import { forgetSession } from '#ui/base/session.ts';

const isBadLink = (error: unknown) => error instanceof ApiError && isBadToken(error);
const isBadToken = ({ code, fields }: Pick<ApiError, 'code' | 'fields'>) =>
  code === 'invalid_token' || fields['token'] !== undefined;

function ResetPage() {
  const navigate = useNavigate();
  const token = useLinkToken();
  const form = useAppForm({
    defaultValues: { password: '' },
    keep: 'secret',
    schema: schemas.resetPassword,
    call: callOf(resetPassword),
    errorAt: 'password',
  });
  const posted = usePostedForm(form.call);
  const save = useMutation({
    mutationFn: ({ password }: typeof form.values) => api(resetPassword, { body: { token: token ?? '', password } }),
    async onSuccess() {
      // The server has ended every session of the account, including this one.
      forgetSession();
      await navigate('/auth', { replace: true, state: { passwordChanged: true } });
    },
    onError(error) {
      if (!isBadLink(error)) form.showError(error);
    },
  });
  const isExpired = isBadLink(save.error) || (posted?.error !== undefined && isBadToken(posted.error));
  return (
    <CardPage title="Reset Your Password" lead="Choose a new one. You'll be signed out everywhere.">
      <Head title="Reset Your Password" noindex />
      {isExpired || !token ? (
        <>
          <Callout
            tone="warn"
            title={isExpired ? 'This link is no longer valid' : 'Please open the link in your email'}
            announce={isExpired}
          >
            A reset link works once, for 24 hours. Request a new one and use the latest email.
          </Callout>
          <ButtonLink to="/auth?reset" variant="primary" block>
            Request a new link
          </ButtonLink>
        </>
      ) : (
        <PostForm call={form.call} hidden={{ token }} onSubmit={form.submit((values) => save.mutate(values))}>
          <Field label="New password" required hint={passwordHint()} error={form.errors.password}>
            <PasswordInput autoComplete="new-password" {...form.field('password')} />
          </Field>
          <Button type="submit" variant="primary" block busy={save.isPending}>
            Save password
          </Button>
        </PostForm>
      )}
    </CardPage>
  );
}

export const page: Page = { Component: ResetPage };
