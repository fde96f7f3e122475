import { useEffect, useState } from 'react';
import { useConsoleState } from '#ui/app/console/use-console-state.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { ConsoleRefusal, type CsvState, type Job, type OpenFile } from '#ui/platform/console.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import { sizeOf } from '../format.ts';
import { CsvLook } from './CsvLook.tsx';
import { keepRun, useFiles } from './files-store.ts';
import css from './Import.module.css';
import { leftOf, useRate } from './rate.ts';
import { RunPanel } from './RunPanel.tsx';

/** One file from its first rows to its import. */
export function OneFile({ file }: { file: OpenFile }) {
  const staffConsole = useStaffConsole();
  const run = useFiles(({ runs }) => runs[file.file] ?? null);
  const { jobs } = useConsoleState();
  const [state, setState] = useState<CsvState | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    let here = true;
    const stop = staffConsole.listen((event) => {
      if (event.kind === 'csv' && event.state.file === file.file) setState(event.state);
    });
    staffConsole.openCsv(file.file).then(
      // What was told meanwhile is newer.
      (first) => here && setState((told) => told ?? first),
      (problem: unknown) =>
        here && setError(problem instanceof ConsoleRefusal ? problem.message : 'This file cannot be read.'),
    );
    return () => {
      here = false;
      stop();
    };
  }, [staffConsole, file.file]);
  const [sends, setSends] = useState(false);
  const sending = jobs.find(
    ({ kind, file: sent, state: how }) => kind === 'check' && sent === file.file && how === 'running',
  );
  const check = async () => {
    setSends(true);
    setError('');
    try {
      keepRun(file.file, await staffConsole.sendCsv(file.file, true));
    } catch (problem) {
      setError(problem instanceof ConsoleRefusal ? problem.message : 'This did not work. Please try again.');
    } finally {
      setSends(false);
    }
  };
  const nothing = state && nothingIn(state);
  const busy = sends || sending !== undefined;
  return (
    <div className={css.file}>
      {error !== '' && (
        <Callout tone="bad" announce>
          {error}
        </Callout>
      )}
      {state ? (
        <>
          {run !== null && <RunPanel id={run} rows={state.rows} onAgain={() => keepRun(file.file, null)} />}
          {run === null && sending && <Sending job={sending} />}
          {run === null && !sending && (
            <div className={css.row}>
              <Button variant="primary" busy={busy} disabled={nothing !== ''} onClick={() => void check()}>
                Check against the directory
              </Button>
              <span className={css.soft}>{nothing || 'Nothing is changed by checking.'}</span>
            </div>
          )}
          <CsvLook state={state} onState={setState} locked={run !== null || busy} />
        </>
      ) : (
        error === '' && <Skeleton height={280} />
      )}
    </div>
  );
}

/** Why there is nothing in it that could be checked. */
function nothingIn({ state, rows, columns }: CsvState): string {
  if (state === 'failed') return 'This file cannot be checked.';
  if (columns.length > 0 && columns.every(({ field }) => field === null))
    return 'Say what at least one column means, to check it.';
  return state === 'read' && rows === 0 ? 'There are no rows in it to check.' : '';
}

/** The file on its way. A connection that is lost holds it up; it goes on from where it was. */
function Sending({ job }: { job: Job }) {
  const staffConsole = useStaffConsole();
  const total = job.total ?? 0;
  const rate = useRate(job.done, total);
  return (
    <section className={css.run} aria-label="Sending">
      <Progress
        label={job.message ?? 'Sending'}
        {...(total > 0 ? { value: job.done / total } : {})}
        detail={
          total > 0
            ? [
                `${Math.floor((job.done / total) * 100)}% of ${sizeOf(total)}`,
                job.message === null && rate && `${sizeOf(Math.round(rate.perSecond))} a second`,
                job.message === null && rate && leftOf(rate.secondsLeft),
              ]
                .filter(Boolean)
                .join(', ')
            : ''
        }
      />
      <div>
        <Button size="small" onClick={() => void staffConsole.cancelJob(job.id)}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
