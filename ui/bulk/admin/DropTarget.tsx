import { FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import css from '../Bulk.module.css';

const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** While it is mounted the whole window takes a file that is dropped. */
export function DropTarget({ onFile, disabled }: { onFile: (file: File) => void; disabled: boolean }) {
  const [over, setOver] = useState(false);
  const take = useRef({ onFile, disabled });
  useEffect(() => {
    take.current = { onFile, disabled };
  });
  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      depth++;
      setOver(!take.current.disabled);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const hover = (event: DragEvent) => {
      if (!holdsFile(event)) return;
      // Without this the browser would leave the page and open the file.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = take.current.disabled ? 'none' : 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file && !take.current.disabled) take.current.onFile(file);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragleave', leave);
    addEventListener('dragover', hover);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('dragover', hover);
      removeEventListener('drop', drop);
    };
  }, []);
  if (!over) return null;
  return (
    <div className={css.dropping} aria-hidden="true">
      <FileDown />
      Drop the CSV file to look at it
    </div>
  );
}
