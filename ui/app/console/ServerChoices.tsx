import { Button } from '#ui/kit/controls/Button.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { RemoveServer } from './RemoveServer.tsx';
import css from './ServerChoices.module.css';

/** Buttons to switch to another saved server, or to remove the current one. */
export function ServerChoices() {
  const staffConsole = useStaffConsole();
  const { server, servers } = useConsoleState();
  const switchTo = (origin: string) =>
    staffConsole.chooseServer(origin).catch((error: unknown) =>
      toast({
        title: `Could not switch to ${new URL(origin).host}`,
        description: sentenceOf(error),
        variant: 'destructive',
      }),
    );
  return (
    <div className={css.servers}>
      {servers
        .filter(({ origin }) => origin !== server)
        .map(({ origin }) => (
          <Button key={origin} variant="quiet" size="small" onClick={() => void switchTo(origin)}>
            {new URL(origin).host}
          </Button>
        ))}
      {server && <RemoveServer origin={server} />}
    </div>
  );
}
