import { useEffect, useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from '#ui/platform/api.ts';
import { useStaffConsole, usePlatform } from '#ui/platform/platform.ts';
import { useConsoleState } from './use-console-state.ts';

const said = {
  offered: 'can be downloaded',
  elsewhere: 'can be downloaded',
  fetching: 'is being downloaded',
  ready: 'is ready',
};

const titles = {
  offered: 'An update is available',
  elsewhere: 'An update is available',
  fetching: 'The update is on its way',
  ready: 'The update is ready',
};

/** Said once a start for each version, and again when it is ready: fetched and installed only when the person says so. */
export function NewerSheet() {
  const staffConsole = useStaffConsole();
  const { openExternal } = usePlatform();
  const { newer, version, jobs } = useConsoleState();
  const [seen, setSeen] = useState<string | null>(null);
  useEffect(
    () => staffConsole.listen((event) => event.kind === 'command' && event.name === 'update' && setSeen(null)),
    [staffConsole],
  );
  const about = newer && `${newer.version} ${newer.how === 'ready' ? 'ready' : ''}`;
  const close = () => setSeen(about);
  const ask = (what: 'fetch' | 'restart') =>
    staffConsole
      .update(what)
      .catch((error: unknown) =>
        toast({ title: 'Not updated', description: sentenceOf(error), variant: 'destructive' }),
      );
  const job = jobs.find(({ kind, state }) => kind === 'update' && state === 'running');
  const how = newer?.how ?? 'offered';
  return (
    <Sheet
      side="bottom"
      title={titles[how]}
      description={newer && `Enamel ${newer.version} ${said[how]}. You have ${version}.`}
      open={newer !== null && about !== seen}
      onOpenChange={(open) => !open && close()}
      footer={
        <>
          <Button onClick={close}>{how === 'fetching' ? 'Go on working' : 'Later'}</Button>
          {how === 'elsewhere' && (
            <Button
              variant="primary"
              onClick={() => {
                openExternal(newer!.url);
                close();
              }}
            >
              Download it
            </Button>
          )}
          {how === 'offered' && (
            <Button variant="primary" onClick={() => void ask('fetch')}>
              Download it
            </Button>
          )}
          {how === 'fetching' && job && (
            <Button variant="quiet" onClick={() => void staffConsole.cancelJob(job.id)}>
              Stop the download
            </Button>
          )}
          {how === 'ready' && (
            <Button variant="primary" onClick={() => void ask('restart')}>
              Restart and install
            </Button>
          )}
        </>
      }
    >
      {how === 'fetching' && job && <Progress label="Downloading" value={job.done} max={Math.max(1, job.total ?? 1)} />}
      {how === 'ready' && <p>What you are doing is kept. Decisions that wait to be sent go out afterwards.</p>}
    </Sheet>
  );
}
