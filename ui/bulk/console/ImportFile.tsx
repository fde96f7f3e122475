import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { MAX_FILE_BYTES } from '#contract/bulk/upload-chunks.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { ConsoleRefusal, type CsvState, type OpenFile } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';
import { keepChosenFields } from '../upload.ts';
import { CsvPreview } from './CsvPreview.tsx';
import { setRun, useFiles } from './files-store.ts';
import css from './ImportFile.module.css';
import { RegistryFile } from './RegistryFile.tsx';
import { RunPanel } from './RunPanel.tsx';
import { UploadPanel } from './UploadPanel.tsx';

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
            <div className={css.check}>
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
              <span className={css.hint}>{blocker || 'Checking changes nothing.'}</span>
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
