import { useEffect, useState } from 'react';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import type { OpenFile } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { OpenFiles } from '../workbench/OpenFiles.tsx';
import { addFiles, closeFile, showFile, useFiles } from './files-store.ts';
import { ImportFile } from './ImportFile.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './ImportPage.module.css';
import { showFileError } from './show-file-error.ts';

/** Includes the modification time, so that a changed file is read again. */
const keyOf = ({ file, changedAt }: OpenFile): string => `${file} ${changedAt}`;

/** The import page: preview CSV files, check them against the directory, then import them. The workbench fixes them. */
function ImportPage() {
  const staffConsole = useStaffConsole();
  const { files, shown } = useFiles();
  const chooseFiles = () => staffConsole.chooseFiles().then(addFiles, showFileError);
  const current = files.find(({ file }) => file === shown);
  return (
    <div className={css.page}>
      <Head title="Import" noindex />
      <div className={layout.row}>
        <h1>Import</h1>
        <span className={css.actions}>
          {current && (
            <Button
              variant="quiet"
              title={current.name}
              aria-label={`Close ${current.name}`}
              onClick={() => {
                void staffConsole.closeCsv(current.file).catch(() => {});
                closeFile(current.file);
              }}
            >
              <span>
                Close <span className={css.fileName}>{current.name}</span>
              </span>
            </Button>
          )}
          <Button variant={files.length === 0 ? 'primary' : 'secondary'} onClick={() => void chooseFiles()}>
            Choose a file…
          </Button>
        </span>
      </div>
      {files.length === 0 && (
        <>
          <EmptyState
            title="Drop a file anywhere in this window"
            compact
            actions={<Link to="/admin/imports">View or undo past imports</Link>}
          >
            A CSV or Excel file, or a zip file of the provider registry. Preview its rows and map its columns before
            anything is sent.
          </EmptyState>
          <RecentFiles />
          <div className={css.opened}>
            <OpenFiles />
          </div>
        </>
      )}
      {files.length === 1 && <ImportFile key={keyOf(files[0]!)} file={files[0]!} />}
      {files.length > 1 && (
        <Tabs
          label="Files"
          value={shown}
          onValueChange={showFile}
          tabs={files.map((file) => ({
            value: file.file,
            label: (
              <span className={css.fileName} title={file.name}>
                {file.name}
              </span>
            ),
            content: <ImportFile key={keyOf(file)} file={file} />,
          }))}
        />
      )}
    </div>
  );
}

function RecentFiles() {
  const staffConsole = useStaffConsole();
  const [files, setFiles] = useState<OpenFile[]>([]);
  useEffect(() => {
    let isCurrent = true;
    staffConsole.recentFiles().then(
      (recentFiles) => isCurrent && setFiles(recentFiles),
      () => {},
    );
    return () => void (isCurrent = false);
  }, [staffConsole]);
  if (files.length === 0) return null;
  return (
    <section className={css.recent} aria-label="Recent files">
      <h2>Recent files</h2>
      <ul>
        {files.map((file) => (
          <li key={file.file}>
            <Button variant="quiet" onClick={() => addFiles([file])}>
              {file.name}
            </Button>
            <span className={layout.muted}>{formatBytes(file.size)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const page: Page = { Component: ImportPage };
