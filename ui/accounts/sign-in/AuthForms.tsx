import { lazy, Suspense, useState } from 'react';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { LoginForm } from './LoginForm.tsx';
import { SignUpForm } from './SignUpForm.tsx';

const ResetDialog = lazy(async () => ({ default: (await import('./ResetDialog.tsx')).ResetDialog }));

export interface AuthFormsProps {
  start?: 'login' | 'signup';
  names: 'one' | 'two';
  /** Opens with the question for a reset link. */
  reset?: boolean;
}

/** Login and Sign Up side by side, with the way out for a forgotten password. */
export function AuthForms({ start = 'login', names, reset = false }: AuthFormsProps) {
  const [resetting, setResetting] = useState(reset);
  const [wanted, setWanted] = useState(reset);
  const forgot = () => {
    setWanted(true);
    setResetting(true);
  };
  return (
    <>
      <Tabs
        label="Login or sign up"
        defaultValue={start}
        tabs={[
          { value: 'login', label: 'Login', content: <LoginForm onForgot={forgot} /> },
          { value: 'signup', label: 'Sign Up', content: <SignUpForm names={names} /> },
        ]}
      />
      {wanted && (
        <Suspense fallback={null}>
          <ResetDialog open={resetting} onOpenChange={setResetting} />
        </Suspense>
      )}
    </>
  );
}
