import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { addFiles } from '#ui/bulk/console/files-store.ts';
import { showFileError } from '#ui/bulk/console/show-file-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Drawing } from '#ui/kit/display/Drawing.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatBytes } from '#ui/kit/format.ts';
import type { OpenFile } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import css from './OpenFiles.module.css';

const SHOWN_FILES = 4;

/** A place to drop files, and the files that were opened last. The whole window takes drops. */
export function OpenFiles() {
  const staffConsole = useStaffConsole();
  const navigate = useNavigate();
  const [recentFiles, setRecentFiles] = useState<OpenFile[]>([]);
  useEffect(() => {
    let isCurrent = true;
    staffConsole.recentFiles().then(
      (files) => isCurrent && setRecentFiles(files.slice(0, SHOWN_FILES)),
      () => {},
    );
    return () => void (isCurrent = false);
  }, [staffConsole]);
  const open = (files: readonly OpenFile[]) => {
    addFiles(files);
    if (files.length > 0) void navigate('/admin/desk/import');
  };
  return (
    <section className={css.section} aria-labelledby="open-files">
      <div className={css.head}>
        <h2 id="open-files">Import</h2>
        <Link to="/admin/imports">All imports</Link>
      </div>
      <div className={css.drop}>
        <Drawing scene="empty" size={72} />
        <p>Drop CSV, Excel, or registry files anywhere in this window</p>
        <Button onClick={() => void staffConsole.chooseFiles().then(open, showFileError)}>Choose files…</Button>
      </div>
      {recentFiles.length > 0 && (
        <ul className={css.recent} aria-label="Recent files">
          {recentFiles.map((file) => (
            <li key={file.file}>
              <Button variant="quiet" size="small" className={css.file} title={file.name} onClick={() => open([file])}>
                <span className={css.name}>{file.name}</span>
              </Button>
              <span>{formatBytes(file.size)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
