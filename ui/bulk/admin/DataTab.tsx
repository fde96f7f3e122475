import { useQueryClient } from '@tanstack/react-query';
import { Download, FileSearch, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { opensInWorkbench } from '../csv-head.ts';
import { useDownload } from '#ui/base/use-download.ts';
import css from './DataTab.module.css';
import { ChosenFile } from './ChosenFile.tsx';
import { DropTarget } from './DropTarget.tsx';
import {
  cancelRunning,
  importFile,
  isPackedFile,
  previewFile,
  sendToWorkbench,
  setChosen,
  useImport,
  type Chosen,
} from '../queue/import-store.ts';
import { ImportQueue } from '../queue/ImportQueue.tsx';
import { queueFiles } from '../queue/add-to-queue.ts';
import { OpenFiles } from '../workbench/OpenFiles.tsx';
import { usePastedTable } from '../workbench/use-pasted-table.ts';
import { RunReport } from './RunReport.tsx';
import { layout } from '#ui/kit/layout.ts';

const busyLabels = { checking: 'Checking...', importing: 'Importing...', opening: 'Opening...' };

/** Imports a CSV file right away, or previews a chosen or dropped file first. */
export function DataTab() {
  const client = useQueryClient();
  // The console handles dropped files itself.
  const { staffConsole } = usePlatform();
  const input = useRef<HTMLInputElement>(null);
  const [previewFirst, setPreviewFirst] = useState(false);
  const { chosen, busy, percent, detail, run, failure } = useImport();
  const { saving, save } = useDownload();
  const isBusy = busy !== null;

  const navigate = useNavigate();
  const openWorkbench = async (file: File, columns?: Chosen['columns']) => {
    const id = await sendToWorkbench(file, columns);
    if (id !== null) await navigate(`/admin/imports/files/${id}`);
  };
  usePastedTable(isBusy ? null : openWorkbench);
  const preview = async (file: File) => {
    if (opensInWorkbench(file) && !isPackedFile(file)) return openWorkbench(file);
    const chosenFile = await previewFile(file);
    if (chosenFile) setChosen(chosenFile);
  };
  const importNow = async (file: File) => {
    const waiting = await importFile(file, client);
    if (waiting) await navigate(`/admin/imports/${waiting.id}`);
  };
  const openFilePicker = (checkFirst: boolean) => {
    setPreviewFirst(checkFirst);
    input.current?.click();
  };

  return (
    <div className={layout.stack}>
      {!staffConsole && (
        <DropTarget
          disabled={isBusy}
          onFile={(file) => void preview(file)}
          onFiles={(files) => void queueFiles(files, client)}
        />
      )}
      <section className={css.target} aria-labelledby="csv-import">
        <div className={layout.tight}>
          <h2 id="csv-import">CSV Import</h2>
          <p className={layout.hint}>
            Download the CSV for the exact upload structure. You don't need to clear anything first: existing listings
            are updated, new ones are added, and blank cells keep the stored value. You can undo any import.
          </p>
        </div>
        <input
          ref={input}
          type="file"
          multiple
          accept=".csv,.tsv,.txt,.zip,.xlsx"
          hidden
          aria-label="CSV file"
          onChange={(event) => {
            const [file, ...more] = event.target.files ?? [];
            // Lets the user choose the same file again after fixing it.
            event.target.value = '';
            if (!file) return;
            if (more.length > 0) return void queueFiles([file, ...more], client);
            if (previewFirst || (opensInWorkbench(file) && !isPackedFile(file))) void preview(file);
            else void importNow(file);
            setPreviewFirst(false);
          }}
        />
        <div className={layout.row}>
          <Button
            variant={chosen ? 'secondary' : 'primary'}
            icon={<FileSearch />}
            disabled={isBusy}
            onClick={() => openFilePicker(true)}
          >
            Check a file first
          </Button>
          <Button icon={<Upload />} disabled={isBusy} onClick={() => openFilePicker(false)}>
            {busy === 'importing' ? 'Importing...' : 'Upload & Import CSV File'}
          </Button>
          <Button
            icon={<Download />}
            busy={saving === 'contacts'}
            onClick={() => void save('contacts', '/api/admin/export-csv', 'dental-practices')}
          >
            Download Contacts CSV
          </Button>
        </div>
        {isBusy && (
          <div className={layout.tight} style={{ width: 'min(100%, 36rem)' }}>
            <Progress label={busyLabels[busy]} value={percent} max={100} detail={`${detail} · ${percent}%`} />
            {percent < 100 && (
              <div>
                <Button size="small" variant="quiet" onClick={() => void cancelRunning(client)}>
                  Cancel
                </Button>
              </div>
            )}
          </div>
        )}
        <p className={layout.hint}>
          Or drop a CSV file or spreadsheet anywhere on this page, or paste rows from a spreadsheet.
        </p>
      </section>
      <ImportQueue />
      <OpenFiles />
      {failure && !isBusy && (
        <Callout tone="bad" title="Import Failed" announce>
          {failure}
        </Callout>
      )}
      {chosen && (
        <ChosenFile
          key={`${chosen.file.name} ${chosen.file.lastModified}`}
          chosen={chosen}
          onOpenWorkbench={() => void openWorkbench(chosen.file, chosen.columns)}
        />
      )}
      {run && run.status !== 'running' && !isBusy && <RunReport run={run} />}
    </div>
  );
}
