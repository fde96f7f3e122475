import { lazy, Suspense, useState } from 'react';
import { signup } from '#contract/accounts/accounts.ts';
import { callOf, usePostedForm } from '#ui/base/forms/posted-form.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { LoginForm } from './LoginForm.tsx';
import { SignUpForm } from './SignUpForm.tsx';

const ResetDialog = lazy(async () => ({ default: (await import('./ResetDialog.tsx')).ResetDialog }));

interface AuthFormsProps {
  start?: 'login' | 'signup';
  names: 'one' | 'two';
  /** Prefills the email of both forms. */
  email?: string | undefined;
  onTabChange?: (tab: 'login' | 'signup') => void;
  /** The address of the page with one of the forms, for browsers without scripts. */
  hrefOf?: (form: 'login' | 'signup' | 'reset') => string;
}

/** Login and Sign Up tabs, and the dialog for a forgotten password. */
export function AuthForms({ start = 'login', names, email = '', onTabChange, hrefOf }: AuthFormsProps) {
  const hasPostedSignup = usePostedForm(callOf(signup)) !== null;
  const [resetting, setResetting] = useState(false);
  const [dialogLoaded, setDialogLoaded] = useState(false);
  const forgot = () => {
    setDialogLoaded(true);
    setResetting(true);
  };
  return (
    <>
      <Tabs
        label="Log in or sign up"
        defaultValue={hasPostedSignup ? 'signup' : start}
        onValueChange={(tab) => onTabChange?.(tab === 'signup' ? 'signup' : 'login')}
        tabs={[
          {
            value: 'login',
            label: 'Login',
            href: hrefOf?.('login'),
            content: <LoginForm onForgot={forgot} forgotHref={hrefOf?.('reset')} email={email} />,
          },
          {
            value: 'signup',
            label: 'Sign Up',
            href: hrefOf?.('signup'),
            content: <SignUpForm names={names} email={email} />,
          },
        ]}
      />
      {hrefOf && (
        // Without scripts, the keyboard doesn't reach the tabs.
        <noscript>
          <p>
            <a href={hrefOf('signup')}>Create an account</a> or <a href={hrefOf('login')}>log in</a>.
          </p>
        </noscript>
      )}
      {dialogLoaded && (
        <Suspense fallback={null}>
          <ResetDialog open={resetting} onOpenChange={setResetting} />
        </Suspense>
      )}
    </>
  );
}
