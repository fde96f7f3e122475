import { useState } from 'react';
import { useBrand } from '#ui/base/page/App.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import css from './LockedDecisions.module.css';
import { NO_KEYCHAIN } from './storage-texts.ts';

/** Names decisions that can't be read until the keychain is available, and lets the person restart or discard them. */
export function LockedDecisions({ className, isShort }: { className?: string | undefined; isShort: boolean }) {
  const brand = useBrand();
  const staffConsole = useStaffConsole();
  const { outbox, snapshot } = useConsoleState();
  const [isConfirming, setIsConfirming] = useState(false);
  const { locked } = outbox;
  if (locked === 0) return null;
  return (
    <>
      <Popover
        label="Locked decisions"
        align="end"
        trigger={
          <Button variant="quiet" size="small" className={className}>
            <span>
              {locked} {locked === 1 ? 'decision is' : 'decisions are'} locked
              {!isShort && <span className={css.longText}> until your keychain is available</span>}
            </span>
          </Button>
        }
      >
        <div className={css.notice}>
          <p>
            {locked === 1 ? 'It was' : 'They were'} saved with a key from this computer’s keychain, which didn’t open.
            Nothing is lost. Unlock your keychain, then restart {brand} to send {locked === 1 ? 'it' : 'them'}.
          </p>
          {!snapshot.onDisk && <p>{NO_KEYCHAIN}</p>}
          <div className={css.actions}>
            <Button size="small" onClick={() => setIsConfirming(true)}>
              Discard
            </Button>
            <Button variant="primary" size="small" onClick={() => void staffConsole.restart().catch(toastError)}>
              Restart {brand}
            </Button>
          </div>
        </div>
      </Popover>
      <Confirm
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={locked === 1 ? 'Discard the locked decision?' : `Discard the ${locked} locked decisions?`}
        description="They’re erased from this computer and never reach the server. You can’t undo this."
        action="Discard"
        danger
        onConfirm={() => staffConsole.discardLocked().catch(toastError)}
      />
    </>
  );
}
