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
  /** Prefills the email of both forms. */
  email?: string | undefined;
  onTabChange?: (tab: 'login' | 'signup') => void;
}

/** Login and Sign Up tabs, and the dialog for a forgotten password. */
export function AuthForms({ start = 'login', names, reset = false, email, onTabChange }: AuthFormsProps) {
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
        onValueChange={(tab) => onTabChange?.(tab === 'signup' ? 'signup' : 'login')}
        tabs={[
          { value: 'login', label: 'Login', content: <LoginForm onForgot={forgot} email={email ?? ''} /> },
          { value: 'signup', label: 'Sign Up', content: <SignUpForm names={names} email={email ?? ''} /> },
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
