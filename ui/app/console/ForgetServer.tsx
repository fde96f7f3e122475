import { useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ConsoleRefusal } from '#ui/platform/console.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import { useConsoleState } from './use-console-state.ts';

interface ForgetProps {
  origin: string;
  label?: string;
  /** For lists, where the label alone does not say which. */
  named?: string;
}

/** Leaves a server for good, once somebody has read what goes with it and wants that. */
export function ForgetServer({ origin, label = 'Use another server', named }: ForgetProps) {
  const staffConsole = useStaffConsole();
  const { server, servers } = useConsoleState();
  const [asking, setAsking] = useState(false);
  const waiting = servers.find((known) => known.origin === origin)?.waiting ?? 0;
  const forget = () =>
    // Without a word about decisions none is dropped: one that came meanwhile is refused, and the question names it.
    staffConsole.forgetServer(origin, waiting > 0).catch((error: unknown) => {
      toast({
        title: 'Not done',
        description: error instanceof ConsoleRefusal ? error.message : 'Please try again.',
        variant: 'destructive',
      });
      throw error;
    });
  return (
    <>
      <Button variant="quiet" size="small" {...(named ? { 'aria-label': named } : {})} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${new URL(origin).host}?`}
        description={lostWith(origin === server, waiting)}
        action={waiting > 0 ? `Remove and drop ${waiting === 1 ? 'it' : 'them'}` : 'Remove'}
        danger
        onConfirm={forget}
      />
    </>
  );
}

function lostWith(inUse: boolean, waiting: number): string {
  const kept = inUse
    ? 'the address, the sign-in, the copy for work without a network and the list of files opened here'
    : 'the address and the sign-in';
  const wiped = `This computer wipes what it keeps of it: ${kept}.`;
  if (waiting === 0) return wiped;
  return waiting === 1
    ? `One decision has not reached the server yet and is lost. ${wiped}`
    : `${waiting} decisions have not reached the server yet and are lost. ${wiped}`;
}
