import { FileText, ImagePlus, X } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { cx } from '#ui/kit/cx.ts';
import { useFieldControl } from '#ui/kit/controls/field-context.ts';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import css from './FilePicker.module.css';
import { readAsDataUrl, documentTypes, listFiles, imageTypes, photoTypes, findFileProblem } from './read-file.ts';
import { shrinkPhoto } from './shrink-photo.ts';

export interface PickedFile {
  name: string;
  /** A data URL, or the URL of a stored picture. */
  dataUrl: string;
}
interface FilePickerProps {
  value: PickedFile | null;
  onChange: (value: PickedFile | null) => void;
  onError: (sentence: string | null) => void;
  kind?: 'photo' | 'document';
}

/** Chooses one file by button, drop, or paste, checks its content, and holds it as a data URL until its form is sent. */
export function FilePicker({ value, onChange, onError, kind = 'photo' }: FilePickerProps) {
  const types = kind === 'photo' ? imageTypes : documentTypes;
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setIsDragOver] = useState(false);
  const fallbackId = useId();
  const fieldProps = useFieldControl<{ id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }>({});
  const readFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      const file = await shrinkPhoto(chosen);
      const problem = await findFileProblem(file, types);
      if (problem) return onError(`${chosen.name}: ${problem}`);
      onChange({ name: file.name, dataUrl: await readAsDataUrl(file) });
      onError(null);
    } catch (error) {
      onError(error instanceof Error ? error.message : 'Failed to read file');
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    void readFile(listFiles(event.dataTransfer)[0]);
  };
  const isImage = value !== null && /^(data:image\/|\/media\/)/.test(value.dataUrl);
  return (
    <div
      className={cx(css.picker, isDragOver && css.dragOver)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={onDrop}
      onPaste={(event) => void readFile(listFiles(event.clipboardData)[0])}
    >
      {value ? (
        <div className={css.file}>
          {isImage ? <img src={value.dataUrl} alt="" className={css.thumb} /> : <FileText aria-hidden="true" />}
          <span className={css.name}>{value.name}</span>
          <IconButton label={`Remove ${value.name}`} size="small" onClick={() => onChange(null)}>
            <X />
          </IconButton>
        </div>
      ) : (
        <>
          <ImagePlus aria-hidden="true" />
          <p>
            <Button size="small" onClick={() => input.current?.click()}>
              Choose a {kind === 'photo' ? 'photo' : 'file'}
            </Button>{' '}
            <span className={css.or}>or drop it here</span>
          </p>
          <p className={css.limits}>
            {kind === 'photo'
              ? 'JPEG, PNG, WebP, or HEIC. Large photos are made smaller.'
              : 'PDF, JPEG, PNG or WebP, up to 5 MB'}
          </p>
        </>
      )}
      <input
        ref={input}
        type="file"
        className="hidden-text"
        tabIndex={-1}
        accept={(kind === 'photo' ? photoTypes : documentTypes).join(',')}
        id={fieldProps.id ?? fallbackId}
        aria-describedby={fieldProps['aria-describedby']}
        aria-invalid={fieldProps['aria-invalid']}
        onChange={(event) => {
          void readFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
