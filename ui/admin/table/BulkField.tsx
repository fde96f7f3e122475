import { useState } from 'react';
import type { BulkChange } from '#contract/tables/bulk-changes.ts';
import { labelOf } from '#shared/field-labels.ts';
import type { BulkField } from '#shared/listings/bulk-fields.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { Textarea } from '#ui/kit/controls/Textarea.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './BulkField.module.css';

export interface FieldValue {
  field: string;
  value: string;
}

interface FieldChoiceProps {
  fields: readonly BulkField[];
  /** Null until a value is chosen. */
  onChange: (change: FieldValue | null) => void;
}

/** Chooses a field and its new value. A typed value counts when “Preview” is pressed. */
export function FieldChoice({ fields, onChange }: FieldChoiceProps) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const field = fields.find((one) => one.field === name);
  const choose = (next: string) => {
    setValue(next);
    onChange(null);
  };
  const label = `New value of ${labelOf(name)}`;
  return (
    <form
      method="post"
      className={layout.stack}
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ field: name, value });
      }}
    >
      <Field label="Field">
        <Select
          placeholder="Choose…"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            choose('');
          }}
          options={fields.map((one) => ({ value: one.field, label: labelOf(one.field) }))}
        />
      </Field>
      {field?.kind === 'choice' && (
        <Field label={label}>
          <Select
            placeholder="Choose…"
            value={value}
            onChange={(event) => {
              setValue(event.target.value);
              onChange({ field: name, value: event.target.value === NOT_KNOWN ? '' : event.target.value });
            }}
            options={field.options!.map(([id, text]) => ({ value: id || NOT_KNOWN, label: text }))}
          />
        </Field>
      )}
      {field && field.kind !== 'choice' && (
        <>
          <Field label={label} hint="Leave it empty to clear the field.">
            {field.kind === 'long' ? (
              <Textarea rows={4} value={value} onChange={(event) => choose(event.target.value)} />
            ) : (
              <Input value={value} onChange={(event) => choose(event.target.value)} />
            )}
          </Field>
          <Button type="submit">Preview</Button>
        </>
      )}
    </form>
  );
}

/** A select needs a value for each option, and an empty one is its placeholder. */
const NOT_KNOWN = 'unknown';
/** The values that a preview names. */
const SHOWN_VALUES = 6;

type ValuePreviewProps = NonNullable<BulkChange['values']> & { one: string; many: string };

/** Shows the values that a change replaces, with the number of rows that have each. */
export function ValuePreview({ after, before, one, many }: ValuePreviewProps) {
  const rows = (count: number) => `${formatNumber(count)} ${count === 1 ? one : many}`;
  const others = before.slice(SHOWN_VALUES);
  return (
    <section className={layout.tight} aria-label="Preview">
      <p>
        New value: <strong className={css.value}>{after ?? 'Empty'}</strong>
      </p>
      <ul className={css.values} aria-label="Values that are replaced">
        {before.slice(0, SHOWN_VALUES).map(({ value, count }) => (
          <li key={value ?? ''}>
            <span className={value === null ? css.empty : css.value}>{value ?? 'Empty'}</span>
            <span className={css.count}>{value === after ? `${rows(count)}, stays` : rows(count)}</span>
          </li>
        ))}
        {others.length > 0 && (
          <li>
            <span className={css.empty}>
              {others.length === 1 ? 'Another value' : `${formatNumber(others.length)} other values`}
            </span>
            <span className={css.count}>{rows(others.reduce((sum, { count }) => sum + count, 0))}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
