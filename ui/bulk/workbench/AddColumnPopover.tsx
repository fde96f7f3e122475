import { Columns3 } from 'lucide-react';
import { useId, useState } from 'react';
import { listingFields } from '#shared/bulk/fields.ts';
import type { ImportFile } from '#contract/bulk/workbench.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Popover } from '#ui/kit/overlays/Popover.tsx';
import type { Workbench } from './use-import-file.ts';
import { useKept } from './use-kept.ts';

const EMPTY = { name: '', text: '' };

/** Adds a column with the same text in every row, such as the state of a list that names none. */
export function AddColumnPopover({ file, bench }: { file: ImportFile; bench: Workbench }) {
  const [isOpen, setIsOpen] = useState(false);
  const [{ name, text }, keep] = useKept(`import ${file.id} column`, EMPTY);
  const fields = useId();
  const isTaken = file.columns.some(({ header }) => header === name.trim());
  const mapped = new Set(file.columns.map(({ field }) => field));
  const add = async () => {
    const step = { do: 'fill' as const, column: name.trim(), value: text, onlyBlank: false };
    if ((await bench.addSteps(step)) === null) return;
    keep(EMPTY);
    setIsOpen(false);
  };
  return (
    <Popover
      label="Add a column"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button icon={<Columns3 />} disabled={file.status !== 'ready'}>
          Add column
        </Button>
      }
    >
      <form
        method="post"
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Field label="Name" {...(isTaken ? { error: 'This file has a column of this name.' } : {})}>
          <Input
            list={fields}
            placeholder="State"
            value={name}
            onChange={(event) => keep({ name: event.target.value, text })}
          />
        </Field>
        <datalist id={fields}>
          {listingFields.map((field) => !mapped.has(field.name) && <option key={field.name} value={field.label} />)}
        </datalist>
        <Field label="Text in every row">
          <Input value={text} placeholder="MA" onChange={(event) => keep({ name, text: event.target.value })} />
        </Field>
        <Button variant="primary" type="submit" busy={bench.isBusy} disabled={name.trim() === '' || isTaken}>
          Add column
        </Button>
      </form>
    </Popover>
  );
}
