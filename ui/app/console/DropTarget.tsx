import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { addFiles } from '#ui/bulk/console/files-store.ts';
import { showFileError } from '#ui/bulk/console/show-file-error.ts';
import { Drawing } from '#ui/kit/display/Drawing.tsx';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import css from './DropTarget.module.css';

/** Accepts files that are dropped anywhere in the window. */
export function DropTarget() {
  const staffConsole = useStaffConsole();
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth++;
      setIsOver(true);
    };
    const move = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const leave = (event: DragEvent) => {
      if (hasFiles(event) && --depth <= 0) setIsOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      staffConsole.dropFiles([...event.dataTransfer!.files]).then((files) => {
        addFiles(files);
        if (files.length > 0) void navigate('/admin/desk/import');
      }, showFileError);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragover', move);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragover', move);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [staffConsole, navigate]);
  if (!isOver) return null;
  return (
    <div className={css.target} role="status">
      <Drawing scene="empty" size={96} />
      <p>Drop the file to preview it. Nothing is sent yet.</p>
    </div>
  );
}
