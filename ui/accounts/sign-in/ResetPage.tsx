import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { resetPassword } from '#contract/accounts.ts';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form } from '#ui/kit/controls/Form.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError } from '#ui/platform/api.ts';
import css from './ResetPage.module.css';
import { newPasswordRules, passwordHint, showServerErrors } from '../form-rules.ts';
import { forgetSession } from '../session.ts';

function ResetPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(search).get('token'));
  const [expired, setExpired] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  // Removes the token from the URL, so that it stays out of history, bookmarks, and shared screens.
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', location.pathname);
  }, []);
  const submit = handleSubmit(async ({ password }) => {
    try {
      await api(resetPassword, { body: { token: token ?? '', password } });
      // The server has ended every session of the account, including this one.
      forgetSession();
      toast({ title: 'Success', description: 'Your password has been changed. Please log in.', variant: 'good' });
      await navigate('/auth', { replace: true });
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'invalid_token' || error.fields['token'])) setExpired(true);
      else showServerErrors(error, setError, ['password'], 'password');
    }
  });
  return (
    <section className={css.page}>
      <Head title="Reset Your Password" noindex />
      <div className={css.head}>
        <h1>Reset Your Password</h1>
        <p className={css.muted}>Choose a new one. You'll be signed out everywhere.</p>
      </div>
      <Card tone="lifted">
        {expired || !token ? (
          <div className={css.expired}>
            <Callout
              tone="warn"
              title={expired ? 'This link is no longer valid' : 'Please open the link in your email'}
              announce={expired}
            >
              A reset link works once, for 24 hours. Request a new one and use the latest email.
            </Callout>
            <ButtonLink to="/auth?reset" variant="primary" block>
              Request a new link
            </ButtonLink>
          </div>
        ) : (
          <Form onSubmit={(event) => void submit(event)}>
            <Field label="New password" required hint={passwordHint()} error={formState.errors.password?.message}>
              <PasswordInput autoComplete="new-password" {...register('password', newPasswordRules())} />
            </Field>
            <Button type="submit" variant="primary" block busy={formState.isSubmitting}>
              Save password
            </Button>
          </Form>
        )}
      </Card>
    </section>
  );
}

export const page: Page = { Component: ResetPage };
