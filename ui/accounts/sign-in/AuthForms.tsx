import { lazy, Suspense, useState } from 'react';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { LoginForm } from './LoginForm.tsx';
import { SignUpForm } from './SignUpForm.tsx';

const ResetDialog = lazy(async () => ({ default: (await import('./ResetDialog.tsx')).ResetDialog }));

export interface AuthFormsProps {
  start?: 'login' | 'signup';
  names: 'one' | 'two';
  /** Opens the reset dialog at once. */
  reset?: boolean;
}

/** Login and Sign Up tabs, and the dialog for a forgotten password. */
export function AuthForms({ start = 'login', names, reset = false }: AuthFormsProps) {
  const [resetting, setResetting] = useState(reset);
  const [dialogLoaded, setDialogLoaded] = useState(reset);
  const forgot = () => {
    setDialogLoaded(true);
    setResetting(true);
  };
  return (
    <>
      <Tabs
        label="Log in or sign up"
        defaultValue={start}
        tabs={[
          { value: 'login', label: 'Login', content: <LoginForm onForgot={forgot} /> },
          { value: 'signup', label: 'Sign Up', content: <SignUpForm names={names} /> },
        ]}
      />
      {dialogLoaded && (
        <Suspense fallback={null}>
          <ResetDialog open={resetting} onOpenChange={setResetting} />
        </Suspense>
      )}
    </>
  );
}
