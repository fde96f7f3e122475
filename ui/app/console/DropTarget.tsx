import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { addFiles } from '#ui/bulk/console/files-store.ts';
import { Drawing } from '#ui/kit/display/Drawing.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ConsoleRefusal } from '#ui/platform/console.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import css from './Console.module.css';

/** A file held over the window makes all of it the target. */
export function DropTarget() {
  const staffConsole = useStaffConsole();
  const navigate = useNavigate();
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth++;
      setOver(true);
    };
    const move = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const leave = (event: DragEvent) => {
      if (hasFiles(event) && --depth <= 0) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      staffConsole.dropFiles([...event.dataTransfer!.files]).then(
        (files) => {
          addFiles(files);
          if (files.length > 0) void navigate('/admin/desk/import');
        },
        (error: unknown) =>
          toast({
            title: 'Not a CSV file',
            description: error instanceof ConsoleRefusal ? error.message : 'This file cannot be opened.',
            variant: 'destructive',
          }),
      );
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
  if (!over) return null;
  return (
    <div className={css.target} role="status">
      <Drawing scene="empty" size={96} />
      <p>Drop the file to look at it. Nothing is sent yet.</p>
    </div>
  );
}
