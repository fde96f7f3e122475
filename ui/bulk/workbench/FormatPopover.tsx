import { FileCog } from 'lucide-react';
import { useState } from 'react';
import type { FileFormat, ImportFile } from '#contract/bulk/workbench.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import { formatEncoding } from '../format.ts';
import type { Workbench } from './use-import-file.ts';

const encodings = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16 (big-endian)' },
  { value: 'windows-1252', label: 'Windows-1252' },
];
const delimiters = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
];
const quotes = [
  { value: '"', label: 'Double (")' },
  { value: "'", label: "Single (')" },
];
export const delimiterLabel = (delimiter: string | undefined) =>
  delimiters.find(({ value }) => value === delimiter)?.label ?? delimiter ?? '—';

/** Sets by hand how the file is read. */
export function FormatPopover({ file, bench }: { file: ImportFile; bench: Workbench }) {
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState<FileFormat>(file.format);
  const set = (name: keyof FileFormat, value: string | number) => {
    const { [name]: _, ...rest } = draft;
    setDraft((value === '' ? rest : { ...rest, [name]: value }) as FileFormat);
  };
  const { found } = file;
  const isSpreadsheet = found.sheet !== undefined;
  return (
    <Popover
      label="How to read this file"
      open={isOpen}
      onOpenChange={(open) => {
        setDraft(file.format);
        setIsOpen(open);
      }}
      trigger={<Button icon={<FileCog />}>Format</Button>}
    >
      <form
        method="post"
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          setIsOpen(false);
          void bench.read(draft);
        }}
      >
        {isSpreadsheet ? (
          <Field label="Sheet">
            <Select
              value={draft.sheet ?? found.sheet}
              options={(found.sheets ?? []).map((sheet) => ({ value: sheet, label: sheet }))}
              onChange={(event) => set('sheet', event.target.value)}
            />
          </Field>
        ) : (
          <>
            <Field label="Encoding">
              <Select
                value={draft.encoding ?? ''}
                placeholder={`Detected: ${formatEncoding(found.encoding ?? null)}`}
                options={encodings}
                onChange={(event) => set('encoding', event.target.value)}
              />
            </Field>
            <Field label="Columns separated by">
              <Select
                value={draft.delimiter ?? ''}
                placeholder={`Detected: ${delimiterLabel(found.delimiter)}`}
                options={delimiters}
                onChange={(event) => set('delimiter', event.target.value)}
              />
            </Field>
            <Field label="Quotation mark">
              <Select
                value={draft.quote ?? '"'}
                options={quotes}
                onChange={(event) => set('quote', event.target.value)}
              />
            </Field>
          </>
        )}
        <Field label="Header on line" hint="Earlier lines are skipped.">
          <Input
            type="number"
            min={1}
            max={1000}
            value={draft.headerLine ?? found.headerLine ?? 1}
            onChange={(event) => set('headerLine', Math.max(1, Number(event.target.value) || 1))}
          />
        </Field>
        <Button variant="primary" type="submit" busy={bench.isBusy}>
          Read again
        </Button>
      </form>
    </Popover>
  );
}
