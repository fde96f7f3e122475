import { useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import css from './LockedDecisions.module.css';
import { NO_KEYCHAIN } from './storage-texts.ts';

/** Names decisions that can't be read until the keychain is available, and lets the person try again or discard them. */
export function LockedDecisions({ className, isShort }: { className?: string | undefined; isShort: boolean }) {
  const staffConsole = useStaffConsole();
  const { outbox, snapshot } = useConsoleState();
  const [isUnlocking, setIsUnlocking] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const { locked } = outbox;
  if (locked === 0) return null;
  const showError = (error: unknown) =>
    toast({ title: 'Could not open the keychain', description: sentenceOf(error), variant: 'destructive' });
  const unlock = async () => {
    setIsUnlocking(true);
    await staffConsole.unlockDecisions().catch(showError);
    setIsUnlocking(false);
    const stillLocked = staffConsole.state().outbox.locked;
    if (stillLocked > 0)
      toast({ title: 'Still locked', description: 'Unlock your keychain or restart this computer, then try again.' });
  };
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
            Nothing is lost: {locked === 1 ? 'it’s' : 'they’re'} sent once the keychain is available again.
          </p>
          {!snapshot.onDisk && <p>{NO_KEYCHAIN}</p>}
          <div className={css.actions}>
            <Button size="small" onClick={() => setIsConfirming(true)}>
              Discard
            </Button>
            <Button variant="primary" size="small" busy={isUnlocking} onClick={() => void unlock()}>
              Try again
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
        onConfirm={() => staffConsole.discardLocked().catch(showError)}
      />
    </>
  );
}
