import { useEffect, useState } from 'react';
import { useBrand } from '#ui/base/page/App.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import css from './UpdateDialog.module.css';

const statusTexts = {
  offered: 'is available',
  fetching: 'is downloading',
  ready: 'is ready to install',
};

const titles = {
  offered: 'An update is available',
  fetching: 'The update is downloading',
  ready: 'The update is ready',
};

/** Offers an update once per start, and again when it is downloaded. Nothing happens without the person's consent. */
export function UpdateDialog() {
  const brand = useBrand();
  const staffConsole = useStaffConsole();
  const { newer, version, jobs } = useConsoleState();
  const [dismissedNotice, setDismissedNotice] = useState<string | null>(null);
  useEffect(
    () =>
      staffConsole.listen((event) => event.kind === 'command' && event.name === 'update' && setDismissedNotice(null)),
    [staffConsole],
  );
  const notice = newer && `${newer.version} ${newer.how === 'ready' ? 'ready' : ''}`;
  const close = () => setDismissedNotice(notice);
  const runStep = (step: 'fetch' | 'restart') =>
    staffConsole
      .update(step)
      .catch((error: unknown) =>
        toast({ title: 'Could not update', description: sentenceOf(error), variant: 'destructive' }),
      );
  const job = jobs.find(({ kind, state }) => kind === 'update' && state === 'running');
  const how = newer?.how ?? 'offered';
  return (
    <Dialog
      title={titles[how]}
      description={newer && `${brand} ${newer.version} ${statusTexts[how]}. You have ${version}.`}
      open={newer !== null && notice !== dismissedNotice}
      onOpenChange={(open) => !open && close()}
      footer={
        <>
          <Button onClick={close}>{how === 'fetching' ? 'Keep working' : 'Later'}</Button>
          {how === 'offered' && (
            <Button variant="primary" onClick={() => void runStep('fetch')}>
              Download
            </Button>
          )}
          {how === 'fetching' && job && (
            <Button variant="quiet" onClick={() => void staffConsole.cancelJob(job.id)}>
              Stop the download
            </Button>
          )}
          {how === 'ready' && (
            <Button variant="primary" onClick={() => void runStep('restart')}>
              Restart and install
            </Button>
          )}
        </>
      }
    >
      {newer?.notes && how !== 'fetching' && <p className={css.notes}>{newer.notes}</p>}
      {how === 'fetching' && job && <Progress label="Downloading" value={job.done} max={Math.max(1, job.total ?? 1)} />}
      {how === 'ready' && <p>Your work is saved. Unsent decisions are sent after the restart.</p>}
    </Dialog>
  );
}
