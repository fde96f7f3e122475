import { useSyncExternalStore } from 'react';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { useStaffConsole } from '#ui/platform/platform.ts';
import { useConsoleState } from './use-console-state.ts';

/** Signing out wipes this computer. Where decisions would go with it, somebody has to want that. */
export function Leaving() {
  const staffConsole = useStaffConsole();
  const { waiting, held } = useConsoleState().outbox;
  const asking = useSyncExternalStore(staffConsole.watch, staffConsole.asking);
  const count = waiting + held;
  return (
    <Confirm
      open={asking}
      onOpenChange={(open) => !open && staffConsole.answerLeaving(false)}
      title={count === 1 ? 'Drop the decision that waits?' : `Drop the ${count} decisions that wait?`}
      description={`${count === 1 ? 'It has' : 'They have'} not reached the server yet. Logging out wipes this computer, and ${count === 1 ? 'it is' : 'they are'} lost.`}
      cancel="Stay"
      action="Log out and drop"
      danger
      onConfirm={() => staffConsole.answerLeaving(true)}
    />
  );
}
