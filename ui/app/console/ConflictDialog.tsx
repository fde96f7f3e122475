import { useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';

/** Shows the decisions that the server refused, one at a time. */
export function ConflictDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const staffConsole = useStaffConsole();
  const { conflicts } = useConsoleState().outbox;
  const [busy, setBusy] = useState(false);
  const [conflict] = conflicts;
  if (!conflict) return null;
  const settle = async (how: 'drop' | 'again') => {
    setBusy(true);
    await staffConsole.settle(conflict.key, how).catch(() => {});
    setBusy(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      width="narrow"
      title="This decision was not applied"
      description={conflicts.length > 1 ? `1 of ${conflicts.length}` : undefined}
      footer={
        <>
          <Button busy={busy} onClick={() => void settle('again')}>
            Try again
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void settle('drop')}>
            Discard my decision
          </Button>
        </>
      }
    >
      <Callout tone="warn" title={conflict.message} announce>
        Your decision on {formatLocalDateTime(conflict.decidedAt)}: {conflict.wanted}
        {conflict.practice && ` (${conflict.practice})`}.
      </Callout>
    </Dialog>
  );
}
