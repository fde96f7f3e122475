import { useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Toaster } from '#ui/kit/overlays/Toaster.tsx';
import { useStaffConsole } from '#ui/platform/platform.ts';
import css from './Console.module.css';
import { ForgetServer } from './ForgetServer.tsx';
import { NewerSheet } from './NewerSheet.tsx';
import { OtherServers } from './OtherServers.tsx';
import { useConsoleState } from './use-console-state.ts';

/** The console and its server do not fit together. It goes on by itself once they do. */
export function Outdated({ server, message }: { server: string; message: string }) {
  const staffConsole = useStaffConsole();
  const { needed } = useConsoleState().update!;
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    // Still so: the screen says it already.
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
          <Button busy={busy} onClick={() => void again()}>
            {needed === 'console' ? 'Check for updates' : 'Try again'}
          </Button>
        }
      >
        {message}
      </EmptyState>
      <div className={css.servers}>
        <OtherServers />
        <ForgetServer origin={server} />
      </div>
      <NewerSheet />
      <Toaster />
    </main>
  );
}
