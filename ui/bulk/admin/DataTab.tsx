import { useQueryClient } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { usePlatform } from '#ui/platform/platform.ts';
import { useDownload } from '../use-download.ts';
import css from './DataTab.module.css';
import { ChosenFile } from './ChosenFile.tsx';
import { DropTarget } from './DropTarget.tsx';
import { cancelRunning, importFile, previewFile, setChosen, useImport } from '../import-store.ts';
import { RunReport } from './RunReport.tsx';
import { layout } from '#ui/kit/layout.ts';

/** Imports a CSV file right away, or previews a chosen or dropped file first. */
export function DataTab({ linksToPastImports = true }: { linksToPastImports?: boolean }) {
  const client = useQueryClient();
  // The console handles dropped files itself.
  const { staffConsole } = usePlatform();
  const input = useRef<HTMLInputElement>(null);
  const [previewFirst, setPreviewFirst] = useState(false);
  const { chosen, busy, percent, detail, run, failure } = useImport();
  const { saving, save } = useDownload();
  const isBusy = busy !== null;

  const preview = async (file: File) => {
    const chosenFile = await previewFile(file);
    if (chosenFile) setChosen(chosenFile);
  };
  const openFilePicker = (checkFirst: boolean) => {
    setPreviewFirst(checkFirst);
    input.current?.click();
  };

  return (
    <div className={layout.stack}>
      {!staffConsole && <DropTarget disabled={isBusy} onFile={(file) => void preview(file)} />}
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
          accept=".csv,.zip,.xlsx"
          hidden
          aria-label="CSV file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Lets the user choose the same file again after fixing it.
            event.target.value = '';
            if (!file) return;
            if (previewFirst) void preview(file);
            else void importFile(file, client);
            setPreviewFirst(false);
          }}
        />
        <div className={layout.row}>
          <Button variant="primary" icon={<Upload />} disabled={isBusy} onClick={() => openFilePicker(false)}>
            {busy === 'importing' ? 'Importing...' : 'Upload & Import CSV File'}
          </Button>
          <Button disabled={isBusy} onClick={() => openFilePicker(true)}>
            Check a file first
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
            <Progress
              label={busy === 'checking' ? 'Checking...' : 'Importing...'}
              value={percent}
              max={100}
              detail={`${detail} · ${percent}%`}
            />
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
          Or drop a CSV file anywhere on this page.{' '}
          {linksToPastImports && <Link to="/admin/imports">Past imports</Link>}
        </p>
      </section>
      {failure && !isBusy && (
        <Callout tone="bad" title="Import Failed" announce>
          {failure}
        </Callout>
      )}
      {chosen && <ChosenFile chosen={chosen} />}
      {run && run.status !== 'running' && !isBusy && <RunReport run={run} />}
    </div>
  );
}
