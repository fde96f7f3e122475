import { useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { useDesk } from '#ui/platform/platform.ts';
import { useDeskState } from './use-console-state.ts';

/** Decisions the server would not take, one by one: what was wanted, what happened instead, and what to do. */
export function Conflicts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const desk = useDesk();
  const { conflicts } = useDeskState().outbox;
  const [busy, setBusy] = useState(false);
  const [first] = conflicts;
  if (!first) return null;
  const settle = async (how: 'drop' | 'again') => {
    setBusy(true);
    await desk.settle(first.key, how).catch(() => {});
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
        You wanted, on {formatLocalDateTime(first.decidedAt)}: {first.wanted}
        {first.practice && ` (${first.practice})`}.
      </Callout>
    </Dialog>
  );
}
