import { Button } from '#ui/kit/controls/Button.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from '#ui/platform/api.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import { useConsoleState } from './use-console-state.ts';

/** The way to those this console knows besides the one in use. */
export function OtherServers() {
  const staffConsole = useStaffConsole();
  const { server, servers } = useConsoleState();
  const change = (origin: string) =>
    staffConsole.chooseServer(origin).catch((error: unknown) =>
      toast({
        title: `Not changed to ${new URL(origin).host}`,
        description: sentenceOf(error),
        variant: 'destructive',
      }),
    );
  return servers
    .filter(({ origin }) => origin !== server)
    .map(({ origin }) => (
      <Button key={origin} variant="quiet" size="small" onClick={() => void change(origin)}>
        {new URL(origin).host}
      </Button>
    ));
}
