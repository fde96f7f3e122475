import { useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ConsoleRefusal } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';

interface RemoveServerProps {
  origin: string;
  label?: string;
  /** For lists, where the label doesn't name the server. */
  accessibleName?: string;
}

/** Removes a server and its data from this computer, after a confirmation. */
export function RemoveServer({ origin, label = 'Use another server', accessibleName }: RemoveServerProps) {
  const staffConsole = useStaffConsole();
  const { server, servers } = useConsoleState();
  const [isConfirming, setIsConfirming] = useState(false);
  const unsent = servers.find((savedServer) => savedServer.origin === origin)?.waiting ?? 0;
  const remove = () =>
    // If the dialog showed no unsent decisions, the main process refuses to discard any that appeared since.
    staffConsole.removeServer(origin, unsent > 0).catch((error: unknown) => {
      toast({
        title: 'Could not remove',
        description: error instanceof ConsoleRefusal ? error.message : 'Please try again.',
        variant: 'destructive',
      });
      throw error;
    });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        {...(accessibleName ? { 'aria-label': accessibleName } : {})}
        onClick={() => setIsConfirming(true)}
      >
        {label}
      </Button>
      <Confirm
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Remove ${new URL(origin).host}?`}
        description={describeLoss(origin === server, unsent)}
        action={unsent > 0 ? `Remove and discard ${unsent === 1 ? 'it' : 'them'}` : 'Remove'}
        danger
        onConfirm={remove}
      />
    </>
  );
}

function describeLoss(isCurrent: boolean, unsent: number): string {
  const removedData = isCurrent
    ? 'the server’s address, your login, the offline copy, and the list of recent files'
    : 'the server’s address and your login';
  const removal = `This removes ${removedData} from this computer.`;
  if (unsent === 0) return removal;
  return unsent === 1
    ? `One decision hasn’t been sent yet and will be lost. ${removal}`
    : `${unsent} decisions haven’t been sent yet and will be lost. ${removal}`;
}
