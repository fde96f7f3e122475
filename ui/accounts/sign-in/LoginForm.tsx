import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { login, twoFactorSignIn } from '#contract/accounts/accounts.ts';
import { callOf, PostForm, usePostedForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { CodeForm } from './CodeForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { schemas } from '../form-schemas.ts';
import { loginFailed, signIn } from '#ui/base/session.ts';
import { startSingleSignOn } from '#contract/accounts/single-sign-on.ts';
import { siteInfo } from '#contract/site.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toast } from '#ui/kit/overlays/toast.ts';

interface LoginFormProps {
  onForgot: () => void;
  /** The address of the form for a forgotten password, for browsers without scripts. */
  forgotHref?: string | undefined;
  /** Prefills the email, so that only the password is missing. */
  email?: string;
  /** The window shows only this form, so its first empty field takes the focus. */
  onlyForm?: boolean;
}

/** Email and password, then the code if the account uses two-factor login. */
export function LoginForm({ onForgot, forgotHref, email = '', onlyForm = false }: LoginFormProps) {
  const posted = usePostedChallenge();
  const [challenge, setChallenge] = useState(posted.challenge);
  const form = useAppForm({
    defaultValues: { email, password: '' },
    keep: 'secret',
    schema: schemas.login,
    call: callOf(login),
    errorAt: 'password',
  });
  const send = useMutation({
    mutationFn: signIn,
    onSuccess(answer) {
      if ('challenge' in answer) setChallenge(answer.challenge);
    },
    onError: (error) => form.showError(error, undefined, loginFailed),
  });
  if (challenge) return <CodeForm challenge={challenge} onBack={() => setChallenge(null)} />;
  return (
    <PostForm call={form.call} onSubmit={form.submit((values) => send.mutate(values))}>
      {posted.ended && (
        <Callout tone="bad" announce>
          {posted.ended}
        </Callout>
      )}
      <Field label="Email" required error={form.errors.email}>
        <Input
          type="email"
          inputMode="email"
          autoComplete="username webauthn"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={onlyForm && email === ''}
          {...form.field('email')}
        />
      </Field>
      <Field label="Password" required error={form.errors.password}>
        <PasswordInput
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={onlyForm && email !== ''}
          {...form.field('password')}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={send.isPending}>
        Login
      </Button>
      <PasskeyButton />
      <SingleSignOnButton />
      {forgotHref === undefined ? (
        <Button variant="quiet" block onClick={onForgot}>
          Forgot your password?
        </Button>
      ) : (
        <ButtonLink
          to={forgotHref}
          variant="quiet"
          block
          onClick={(event) => {
            event.preventDefault();
            onForgot();
          }}
        >
          Forgot your password?
        </ButtonLink>
      )}
    </PostForm>
  );
}

/** The second step, if the browser posted the first one or the code by itself. */
function usePostedChallenge(): { challenge: string | null; ended: string | null } {
  const password = usePostedForm(callOf(login));
  const code = usePostedForm(callOf(twoFactorSignIn));
  if (code?.error?.code === 'challenge_ended') return { challenge: null, ended: code.error.message };
  const { challenge } = (password?.reply ?? code?.values ?? {}) as { challenge?: string };
  return { challenge: challenge ?? null, ended: null };
}

/** For staff, if this site has an identity provider. */
function SingleSignOnButton() {
  const isOn = useReply(queryOf(siteInfo, {})).data?.singleSignOn === true;
  const isWeb = usePlatform().kind === 'web';
  const start = useMutation({
    mutationFn: async () => {
      const next = new URLSearchParams(location.search).get('next') ?? '';
      location.assign((await api(startSingleSignOn, { body: { next } })).url);
    },
    onError: (error) => toast({ title: 'Login failed', description: sentenceOf(error), variant: 'destructive' }),
  });
  if (!isOn || !isWeb) return null;
  return (
    <div data-needs-script>
      <Button block busy={start.isPending} onClick={() => start.mutate()}>
        Staff: log in with single sign-on
      </Button>
    </div>
  );
}
