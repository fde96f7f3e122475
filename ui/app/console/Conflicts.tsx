import { useState } from 'react';
import { momentOf } from '#ui/articles/dates.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { useStaffConsole } from '#ui/platform/platform.ts';
import { useConsoleState } from './use-console-state.ts';

/** Decisions the server would not take, one by one: what was wanted, what happened instead, and what to do. */
export function Conflicts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const staffConsole = useStaffConsole();
  const { conflicts } = useConsoleState().outbox;
  const [busy, setBusy] = useState(false);
  const [first] = conflicts;
  if (!first) return null;
  const settle = async (how: 'drop' | 'again') => {
    setBusy(true);
    await staffConsole.settle(first.key, how).catch(() => {});
    setBusy(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      width="narrow"
      title="This could not be carried out"
      description={conflicts.length > 1 ? `1 of ${conflicts.length}` : undefined}
      footer={
        <>
          <Button busy={busy} onClick={() => void settle('again')}>
            Try again
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void settle('drop')}>
            Leave it as it is
          </Button>
        </>
      }
    >
      <Callout tone="warn" title={first.message} announce>
        You wanted, on {momentOf(first.decidedAt)}: {first.wanted}
        {first.practice && ` (${first.practice})`}.
      </Callout>
    </Dialog>
  );
}
