import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { previewStep, type ImportFile } from '#contract/bulk/workbench.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { IconButton } from '#ui/kit/controls/IconButton.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';
import css from './StepForm.module.css';
import { buildStep, emptyDraft, stepKinds, type StepDraft, type StepKind } from './step-form.ts';
import type { Workbench } from '../use-import-file.ts';
import { useKept } from '../use-kept.ts';
import { showSpaces } from './show-spaces.ts';
import { useSettled } from './use-settled.ts';

interface StepFormProps {
  file: ImportFile;
  column: string;
  addSteps: Workbench['addSteps'];
}

/** Changes all cells of a column, with a preview of what that does. */
export function StepForm({ file, column, addSteps }: StepFormProps) {
  const [draft, keep] = useKept<StepDraft>(`import ${file.id} change ${column}`, emptyDraft);
  const set = (part: Partial<StepDraft>) => keep({ ...draft, ...part });
  const { kind, others } = draft;
  const step = buildStep(column, draft);
  const apply = async () => {
    // A step that the server refused stays in the form.
    if (step && (await addSteps(step)) !== null) keep({ ...emptyDraft, kind });
  };
  const settled = useSettled(step);
  const { data: preview } = useQuery({
    queryKey: ['import-file-preview', file.id, file.version, settled],
    queryFn: ({ signal }) =>
      api(previewStep, { params: { id: String(file.id) }, body: { step: settled! } }, { signal }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  const shown = step === null ? null : preview;
  return (
    <div className={layout.stack}>
      <Field label="Change">
        <Select value={kind} options={stepKinds} onChange={(event) => set({ kind: event.target.value as StepKind })} />
      </Field>
      {kind === 'replace' && (
        <Field label="Find">
          <Input value={draft.find} onChange={(event) => set({ find: event.target.value })} />
        </Field>
      )}
      {(kind === 'replace' || kind === 'fill' || kind === 'set') && (
        <Field label={kind === 'replace' ? 'Replace with' : 'Text'}>
          <Input value={draft.text} onChange={(event) => set({ text: event.target.value })} />
        </Field>
      )}
      {kind === 'join' && (
        <>
          {others.map((other) => (
            <div key={other} className={layout.between}>
              <span>{other}</span>
              <IconButton
                label={`Remove ${other}`}
                size="small"
                onClick={() => set({ others: others.filter((one) => one !== other) })}
              >
                <X />
              </IconButton>
            </div>
          ))}
          <Field label="Column to add">
            <Select
              value=""
              placeholder="Choose a column"
              options={file.columns
                .filter(({ header }) => header !== column && !others.includes(header))
                .map(({ header }) => ({ value: header, label: header }))}
              onChange={(event) => event.target.value && set({ others: [...others, event.target.value] })}
            />
          </Field>
        </>
      )}
      {(kind === 'split' || kind === 'join') && (
        <>
          <Field label={kind === 'split' ? 'Split at' : 'Text between'}>
            <Input value={draft.by} onChange={(event) => set({ by: event.target.value })} />
          </Field>
          <Field
            label={kind === 'split' ? 'New columns' : 'New column'}
            hint={kind === 'split' ? 'Separate their names with commas.' : 'Leave blank to change this column.'}
          >
            <Input value={draft.names} onChange={(event) => set({ names: event.target.value })} />
          </Field>
        </>
      )}
      {shown && (
        <div className={layout.tight} aria-live="polite">
          <p className={layout.note}>
            Changes {formatNumber(shown.changed)} of {formatNumber(shown.scanned)} rows
          </p>
          <ul className={css.samples}>
            {shown.samples.slice(0, 8).map(({ line, column: changed, before, after }) => (
              <li key={line}>
                <span className={layout.muted}>
                  {line}
                  {changed !== column && ` ${changed}`}
                </span>{' '}
                <del>{showSpaces(before) || '(blank)'}</del> → <ins>{showSpaces(after) || '(blank)'}</ins>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <Button variant="primary" disabled={step === null || shown?.changed === 0} onClick={() => void apply()}>
          Apply
        </Button>
      </div>
    </div>
  );
}
