import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { MAX_FILE_BYTES } from '#contract/bulk/upload-chunks.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { ConsoleRefusal, type CsvState, type OpenFile, type Job } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { keepChosenFields } from '../upload.ts';
import { CsvPreview } from './CsvPreview.tsx';
import { setRun, useFiles } from './files-store.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { formatBytes, formatCalendarDay } from '#ui/kit/format.ts';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { formatTimeLeft, useRate } from '../queue/use-rate.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './ImportFile.module.css';
import { RunPanel } from './RunPanel.tsx';

/** Takes one file from the preview through the check to the import. */
export function ImportFile({ file }: { file: OpenFile }) {
  const staffConsole = useStaffConsole();
  const navigate = useNavigate();
  const run = useFiles(({ runs }) => runs[file.file] ?? null);
  const { jobs } = useConsoleState();
  const [state, setState] = useState<CsvState | null>(null);
  const [error, setError] = useState('');
  useEffect(() => {
    let isCurrent = true;
    const stopListening = staffConsole.listen((event) => {
      if (event.kind === 'csv' && event.state.file === file.file) setState(event.state);
    });
    staffConsole.openCsv(file.file).then(
      // A state that arrived by event is newer than this response.
      (firstState) => isCurrent && setState((newerState) => newerState ?? firstState),
      (problem: unknown) =>
        isCurrent && setError(problem instanceof ConsoleRefusal ? problem.message : 'This file can’t be read.'),
    );
    return () => {
      isCurrent = false;
      stopListening();
    };
  }, [staffConsole, file.file]);
  const [isSending, setIsSending] = useState(false);
  const uploadJob = jobs.find((job) => job.kind === 'check' && job.file === file.file && job.state === 'running');
  const check = async () => {
    setIsSending(true);
    setError('');
    try {
      setRun(file.file, await staffConsole.sendCsv(file.file, true));
    } catch (problem) {
      setError(problem instanceof ConsoleRefusal ? problem.message : 'That didn’t work. Please try again.');
    } finally {
      setIsSending(false);
    }
  };
  const openWorkbench = async () => {
    setIsSending(true);
    setError('');
    try {
      const id = await staffConsole.openInWorkbench(file.file);
      // A field that was chosen just before the click is in the console's state, and not yet in the page's.
      const { columns } = await staffConsole.openCsv(file.file);
      await keepChosenFields(id, columns);
      await navigate(`/admin/imports/files/${id}`);
    } catch (problem) {
      setError(problem instanceof ConsoleRefusal ? problem.message : 'That didn’t work. Please try again.');
    } finally {
      setIsSending(false);
    }
  };
  const blocker = state && findBlocker(state);
  const isBusy = isSending || uploadJob !== undefined;
  return (
    <div className={css.file}>
      {error !== '' && (
        <Callout tone="bad" announce>
          {error}
        </Callout>
      )}
      {state ? (
        <>
          {run !== null && <RunPanel id={run} onAgain={() => setRun(file.file, null)} />}
          {run === null && uploadJob && <UploadPanel job={uploadJob} />}
          {run === null && !uploadJob && (
            <div className={layout.row}>
              <Button variant="primary" busy={isBusy} disabled={blocker !== ''} onClick={() => void check()}>
                Check against the directory
              </Button>
              {!state.registry && (
                <Button
                  disabled={isBusy || state.state === 'failed' || state.size > MAX_FILE_BYTES}
                  onClick={() => void openWorkbench()}
                >
                  Fix in the workbench
                </Button>
              )}
              <span className={layout.muted}>{blocker || 'Checking changes nothing.'}</span>
            </div>
          )}
          {state.registry ? (
            run === null && <RegistryFile state={state} registry={state.registry} />
          ) : (
            <CsvPreview state={state} onState={setState} locked={run !== null || isBusy} />
          )}
        </>
      ) : (
        error === '' && <Skeleton height={280} />
      )}
    </div>
  );
}

/** Why the file can't be checked, or an empty string. */
function findBlocker({ state, rows, columns, registry, size }: CsvState): string {
  if (state === 'failed') return 'This file can’t be checked.';
  if (size > MAX_FILE_BYTES)
    return registry
      ? 'This file is larger than 4 GB. Choose the zip file that it came in.'
      : 'This file is larger than 4 GB. Please split it.';
  if (registry) return '';
  if (columns.length > 0 && columns.every(({ field }) => field === null)) return 'Map at least one column first.';
  return state === 'read' && rows === 0 ? 'This file has no rows to check.' : '';
}

const registryTexts = {
  providers: {
    title: 'Dentists and clinics from the national registry',
    text: 'The directory keeps the active dental providers in the US and skips everyone else. The check shows how many listings would be added or changed.',
  },
  deactivations: {
    title: 'Retired NPIs from the national registry',
    text: 'Listings of providers who gave up their NPI are taken down. The check shows how many.',
  },
};

/** A file of the national provider registry. Only the server opens it, so there are no rows to show before the check. */
function RegistryFile({ state, registry }: { state: CsvState; registry: NonNullable<CsvState['registry']> }) {
  const { title, text } = registryTexts[registry.kind];
  return (
    <section className={css.registry} aria-label="Registry file">
      <div className={css.facts}>
        <strong>{state.name}</strong>
        <span>{formatBytes(state.size)}</span>
        {registry.asOf && <span>Data of {formatCalendarDay(registry.asOf)}</span>}
        <Badge tone="accent">{state.source}</Badge>
      </div>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  );
}

/** The progress of an upload. After a lost connection it pauses, then resumes where it was. */
function UploadPanel({ job }: { job: Job }) {
  const staffConsole = useStaffConsole();
  const total = job.total ?? 0;
  const rate = useRate(job.done, total);
  const isPaused = job.message !== null;
  const details = [
    `${Math.floor((job.done / total) * 100)}% of ${formatBytes(total)}`,
    !isPaused && rate && `${formatBytes(Math.round(rate.perSecond))} per second`,
    !isPaused && rate && formatTimeLeft(rate.secondsLeft),
  ];
  return (
    <section className={css.upload} aria-label="Sending">
      <Progress
        label={job.message ?? 'Sending'}
        {...(total > 0 ? { value: job.done / total } : {})}
        detail={total > 0 ? details.filter(Boolean).join(', ') : ''}
      />
      <div>
        <Button size="small" onClick={() => void staffConsole.cancelJob(job.id)}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
