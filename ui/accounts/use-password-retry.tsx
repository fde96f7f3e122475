import { useState, type ReactNode } from 'react';
import { ApiError } from '#ui/base/platform/api.ts';
import { PasswordDialog, type PasswordDialogProps } from './account/PasswordDialog.tsx';

type Call = (password?: string) => Promise<void>;
type Words = Pick<PasswordDialogProps, 'title' | 'description' | 'actionLabel'>;

/**
 * Runs calls that the server may refuse until the password was entered again. Asks for it then, and repeats the call with
 * it. The promise also resolves if the person cancels.
 */
export function usePasswordRetry(words: Words): { run: (call: Call) => Promise<void>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<{ call: Call; done: () => void } | null>(null);
  const run = async (call: Call): Promise<void> => {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'password_required')) throw error;
      await new Promise<void>((done) => setWaiting({ call, done }));
    }
  };
  const dialog = (
    <PasswordDialog
      open={waiting !== null}
      onOpenChange={(open) => {
        if (open) return;
        waiting?.done();
        setWaiting(null);
      }}
      run={async (password) => waiting?.call(password)}
      {...words}
    />
  );
  return { run, dialog };
}
