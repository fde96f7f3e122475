import { FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import css from './DropTarget.module.css';

const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

interface DropTargetProps {
  onFile: (file: File) => void;
  /** Called if several files are dropped at once. */
  onFiles: (files: File[]) => void;
  disabled: boolean;
}

/** Accepts files dropped anywhere in the window while mounted. */
export function DropTarget({ onFile, onFiles, disabled }: DropTargetProps) {
  const [isOver, setIsOver] = useState(false);
  const latestProps = useRef({ onFile, onFiles, disabled });
  useEffect(() => {
    latestProps.current = { onFile, onFiles, disabled };
  });
  useEffect(() => {
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      depth++;
      setIsOver(!latestProps.current.disabled);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setIsOver(false);
    };
    const hover = (event: DragEvent) => {
      if (!hasFile(event)) return;
      // Otherwise the browser would leave the page and open the file.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = latestProps.current.disabled ? 'none' : 'copy';
    };
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      depth = 0;
      setIsOver(false);
      const [file, ...more] = event.dataTransfer?.files ?? [];
      if (!file || latestProps.current.disabled) return;
      if (more.length > 0) latestProps.current.onFiles([file, ...more]);
      else latestProps.current.onFile(file);
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
  if (!isOver) return null;
  return (
    <div className={css.dropping} aria-hidden="true">
      <FileDown />
      Drop the CSV file to preview it
    </div>
  );
}
