import { useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Toaster } from '#ui/kit/overlays/Toaster.tsx';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { ServerChoices } from './ServerChoices.tsx';
import { UpdateDialog } from './UpdateDialog.tsx';

/** Shown while the versions of console and server don't match. The main process keeps checking, so it closes by itself. */
export function VersionMismatch({ server, message }: { server: string; message: string }) {
  const staffConsole = useStaffConsole();
  const { needed } = useConsoleState().update!;
  const [busy, setBusy] = useState(false);
  const checkAgain = async () => {
    setBusy(true);
    // This screen already shows what a failure would say.
    await (needed === 'console' ? staffConsole.update('check') : staffConsole.chooseServer(server)).catch(() => {});
    setBusy(false);
  };
  return (
    <main>
      <EmptyState
        heading="h1"
        scene="trouble"
        title="An update is needed"
        actions={
          <Button busy={busy} onClick={() => void checkAgain()}>
            {needed === 'console' ? 'Check for updates' : 'Try again'}
          </Button>
        }
      >
        {message}
      </EmptyState>
      <ServerChoices />
      <UpdateDialog />
      <Toaster />
    </main>
  );
}
