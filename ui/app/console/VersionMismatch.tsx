import { useState } from 'react';
import { useBrand } from '#ui/base/page/App.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Toaster } from '#ui/kit/overlays/Toaster.tsx';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { ServerChoices } from './ServerChoices.tsx';
import { UpdateDialog } from './UpdateDialog.tsx';

/** Shown before a login while console and server don't work together. The main process keeps checking, so it closes by itself. */
export function VersionMismatch({ server, message }: { server: string; message: string }) {
  const brand = useBrand();
  return (
    <main>
      <title>{`An update is needed · ${brand}`}</title>
      <EmptyState heading="h1" scene="trouble" title="An update is needed" actions={<CheckAgain server={server} />}>
        {message}
      </EmptyState>
      <ServerChoices />
      <UpdateDialog />
      <Toaster />
    </main>
  );
}

/** Looks for an update of the console, or asks a server that has to be updated again. */
export function CheckAgain({ server }: { server: string }) {
  const staffConsole = useStaffConsole();
  const needsConsole = useConsoleState().update?.needed === 'console';
  const [busy, setBusy] = useState(false);
  const checkAgain = async () => {
    setBusy(true);
    // The screen already shows what a failure would say.
    await (needsConsole ? staffConsole.update('check') : staffConsole.chooseServer(server)).catch(() => {});
    setBusy(false);
  };
  return (
    <Button variant="primary" busy={busy} onClick={() => void checkAgain()}>
      {needsConsole ? 'Check for updates' : 'Try again'}
    </Button>
  );
}
