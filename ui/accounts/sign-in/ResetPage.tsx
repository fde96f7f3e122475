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
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError } from '#ui/platform/api.ts';
import css from './Accounts.module.css';
import { newPasswordRules, passwordHint, showServerErrors } from '../form-rules.ts';
import { forgetSession } from '../session.ts';

function ResetPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(search).get('token'));
  const [dead, setDead] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  // The token leaves the address bar at once, and with it history, bookmarks and screens that are shared.
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', location.pathname);
  }, []);
  const submit = handleSubmit(async ({ password }) => {
    try {
      await api(resetPassword, { body: { token: token ?? '', password } });
      // Every sign-in of the account has ended, this window's too.
      forgetSession();
      toast({ title: 'Success', description: 'Your password has been changed. Please log in.', variant: 'good' });
      await navigate('/auth', { replace: true });
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'invalid_token' || error.fields['token'])) setDead(true);
      else showServerErrors(error, setError, ['password'], 'password');
    }
  });
  return (
    <section className={css.narrow}>
      <Head title="Reset Your Password" noindex />
      <div className={css.head}>
        <h1>Reset Your Password</h1>
        <p className={css.soft}>Choose a new one. Everywhere you are signed in, you will be signed out.</p>
      </div>
      <Card tone="lifted">
        {dead || !token ? (
          <div className={css.form}>
            <Callout
              tone="warn"
              title={dead ? 'This link is no longer valid' : 'Please open the link in your mail'}
              announce={dead}
            >
              A reset link works once, for 24 hours. Ask for a new one and use the latest mail.
            </Callout>
            <ButtonLink to="/auth?reset" variant="primary" block>
              Ask for a new link
            </ButtonLink>
          </div>
        ) : (
          <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
            <Field label="New password" required hint={passwordHint()} error={formState.errors.password?.message}>
              <PasswordInput autoComplete="new-password" {...register('password', newPasswordRules())} />
            </Field>
            <Button type="submit" variant="primary" block busy={formState.isSubmitting}>
              Save password
            </Button>
          </form>
        )}
      </Card>
    </section>
  );
}

export const page: Page = { Component: ResetPage };
