import { useQueryClient } from '@tanstack/react-query';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Progress } from '#ui/kit/display/Progress.tsx';
import { usePlatform } from '#ui/platform/platform.ts';
import { useDownload } from '../use-download.ts';
import css from '../Bulk.module.css';
import { ChosenFile } from './ChosenFile.tsx';
import { DropTarget } from './DropTarget.tsx';
import { cancelRunning, importFile, previewFile, setChosen, useImport } from '../import-store.ts';
import { RunReport } from './RunReport.tsx';

/** Content Management, CSV Import: one button that imports, a window that takes a dropped file to look at first. */
export function DataTab({ past = true }: { past?: boolean }) {
  const client = useQueryClient();
  // The console takes dropped files itself, wherever they fall.
  const { staffConsole } = usePlatform();
  const input = useRef<HTMLInputElement>(null);
  const [looking, setLooking] = useState(false);
  const { chosen, busy, percent, detail, run, failure } = useImport();
  const { saving, save } = useDownload();
  const importing = busy !== null;

  const look = async (file: File) => {
    const found = await previewFile(file);
    if (found) setChosen(found);
  };
  const pick = (checkFirst: boolean) => {
    setLooking(checkFirst);
    input.current?.click();
  };

  return (
    <div className={css.stack}>
      {!staffConsole && <DropTarget disabled={importing} onFile={(file) => void look(file)} />}
      <section className={css.target} aria-labelledby="csv-import">
        <div className={css.tight}>
          <h2 id="csv-import" className={css.title}>
            CSV Import
          </h2>
          <p className={css.muted}>
            Download the CSV for the exact upload structure. Nothing has to be cleared first: listings that are here
            already are updated, new ones are added, and a blank cell keeps what is stored. Every import can be taken
            back.
          </p>
        </div>
        <input
          ref={input}
          type="file"
          accept=".csv"
          hidden
          aria-label="CSV file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file can be chosen again after it was mended.
            event.target.value = '';
            if (!file) return;
            if (looking) void look(file);
            else void importFile(file, client);
            setLooking(false);
          }}
        />
        <div className={css.actions}>
          <Button variant="primary" icon={<Upload />} disabled={importing} onClick={() => pick(false)}>
            {busy === 'importing' ? 'Importing...' : 'Upload & Import CSV File'}
          </Button>
          <Button disabled={importing} onClick={() => pick(true)}>
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
        {importing && (
          <div className={css.tight} style={{ width: 'min(100%, 36rem)' }}>
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
        <p className={css.muted}>
          Or drop a CSV file anywhere on this page. {past && <Link to="/admin/imports">Past imports</Link>}
        </p>
      </section>
      {failure && !importing && (
        <Callout tone="bad" title="Import Failed" announce>
          {failure}
        </Callout>
      )}
      {chosen && <ChosenFile chosen={chosen} />}
      {run && run.status !== 'running' && !importing && <RunReport run={run} />}
    </div>
  );
}
