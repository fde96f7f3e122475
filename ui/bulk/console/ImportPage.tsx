import { useEffect, useState } from 'react';
import { Head } from '#ui/app/Head.tsx';
import type { Page } from '#ui/app/page.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ConsoleRefusal, type OpenFile } from '#ui/platform/console.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import { sizeOf } from '../format.ts';
import { addFiles, putAway, showFile, useFiles } from './files-store.ts';
import css from './Import.module.css';
import { OneFile } from './OneFile.tsx';

/** One that was written since is looked at anew. */
const keyOf = ({ file, changedAt }: OpenFile): string => `${file} ${changedAt}`;

/** Files on their way in: looked at here first, then checked against the directory, then imported. */
function ImportPage() {
  const staffConsole = useStaffConsole();
  const { files, shown } = useFiles();
  const choose = () =>
    staffConsole.chooseFiles().then(addFiles, (error: unknown) =>
      toast({
        title: 'Not a CSV file',
        description: error instanceof ConsoleRefusal ? error.message : 'This file cannot be opened.',
        variant: 'destructive',
      }),
    );
  const current = files.find(({ file }) => file === shown);
  return (
    <div className={css.page}>
      <Head title="Import" noindex />
      <div className={css.row}>
        <h1>Import</h1>
        <span className={css.end}>
          {current && (
            <Button
              variant="quiet"
              title={current.name}
              aria-label={`Put “${current.name}” away`}
              onClick={() => {
                void staffConsole.closeCsv(current.file).catch(() => {});
                putAway(current.file);
              }}
            >
              <span>
                Put <span className={css.cut}>“{current.name}”</span> away
              </span>
            </Button>
          )}
          <Button onClick={() => void choose()}>Choose a file…</Button>
        </span>
      </div>
      {files.length === 0 && (
        <>
          <EmptyState title="Drop a CSV file anywhere in this window" compact>
            You will see its rows, what its columns mean and what is wrong with it before anything is sent.
          </EmptyState>
          <Recent />
          <p className={css.soft}>
            What was imported before, and the way to take it back: <Link to="/admin/imports">past imports</Link>
          </p>
        </>
      )}
      {files.length === 1 && <OneFile key={keyOf(files[0]!)} file={files[0]!} />}
      {files.length > 1 && (
        <Tabs
          label="Files"
          value={shown}
          onValueChange={showFile}
          tabs={files.map((file) => ({
            value: file.file,
            label: (
              <span className={css.cut} title={file.name}>
                {file.name}
              </span>
            ),
            content: <OneFile key={keyOf(file)} file={file} />,
          }))}
        />
      )}
    </div>
  );
}

/** Files that were opened here before and are still where they were. */
function Recent() {
  const staffConsole = useStaffConsole();
  const [files, setFiles] = useState<OpenFile[]>([]);
  useEffect(() => {
    let here = true;
    staffConsole.recentFiles().then(
      (found) => here && setFiles(found),
      () => {},
    );
    return () => void (here = false);
  }, [staffConsole]);
  if (files.length === 0) return null;
  return (
    <section className={css.section} aria-label="Recent files">
      <h2>Recent files</h2>
      <ul className={css.recent}>
        {files.map((file) => (
          <li key={file.file}>
            <Button variant="quiet" onClick={() => addFiles([file])}>
              {file.name}
            </Button>
            <span className={css.soft}>{sizeOf(file.size)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const page: Page = { Component: ImportPage };
