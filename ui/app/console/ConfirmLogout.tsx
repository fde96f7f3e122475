import { useSyncExternalStore } from 'react';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';

/** Asks before a logout that would lose unsent decisions. */
export function ConfirmLogout() {
  const staffConsole = useStaffConsole();
  const { waiting, held } = useConsoleState().outbox;
  const isOpen = useSyncExternalStore(staffConsole.watch, staffConsole.isConfirmingLogout);
  const unsent = waiting + held;
  return (
    <Confirm
      open={isOpen}
      onOpenChange={(open) => !open && staffConsole.answerLogout(false)}
      title={unsent === 1 ? 'Discard the unsent decision?' : `Discard the ${unsent} unsent decisions?`}
      description={
        unsent === 1
          ? 'It hasn’t reached the server yet. Logging out erases it from this computer.'
          : 'They haven’t reached the server yet. Logging out erases them from this computer.'
      }
      cancel="Stay"
      action="Log out and discard"
      danger
      onConfirm={() => staffConsole.answerLogout(true)}
    />
  );
}
