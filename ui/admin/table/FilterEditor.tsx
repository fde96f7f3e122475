import { useState } from 'react';
import type { FilterShape } from '#shared/tables/table-shape.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './FilterEditor.module.css';

interface FilterEditorProps {
  filter: FilterShape;
  values: readonly string[];
  /** Null removes the filter. */
  onChange: (values: readonly string[] | null) => void;
}

/** The control for one filter. */
export function FilterEditor({ filter, values, onChange }: FilterEditorProps) {
  if (filter.kind === 'choice') return <Choices {...{ filter, values, onChange }} />;
  if (filter.kind === 'flag')
    return (
      <div className={layout.tight}>
        {[
          ['1', filter.yes],
          ['0', filter.no],
        ].map(([value, label]) => (
          <Button
            key={value}
            block
            aria-pressed={values[0] === value}
            variant={values[0] === value ? 'primary' : 'secondary'}
            onClick={() => onChange([value!])}
          >
            {label}
          </Button>
        ))}
      </div>
    );
  return <Typed {...{ filter, values, onChange }} />;
}

function Choices({
  filter,
  values,
  onChange,
}: FilterEditorProps & { filter: Extract<FilterShape, { kind: 'choice' }> }) {
  const [typed, setTyped] = useState('');
  // A box reacts at once, and the address follows when its rows have loaded.
  const [chosen, setChosen] = useState(values);
  const [seen, setSeen] = useState(values);
  if (seen.join() !== values.join()) {
    setSeen(values);
    setChosen(values);
  }
  const shown = filter.options.filter(([, label]) => label.toLowerCase().includes(typed.toLowerCase()));
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
    setChosen(next);
    onChange(next.length > 0 ? next : null);
  };
  return (
    <div className={layout.tight}>
      {filter.options.length > 8 && (
        <Input
          type="search"
          aria-label={`Find a value of ${filter.label}`}
          placeholder="Find…"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <fieldset className={css.choices}>
        <legend className="hidden-text">{filter.label}</legend>
        {shown.map(([value, label]) => (
          <Checkbox key={value} label={label} checked={chosen.includes(value)} onChange={() => toggle(value)} />
        ))}
      </fieldset>
    </div>
  );
}

function Typed({ filter, values, onChange }: FilterEditorProps) {
  const days = filter.kind === 'days' || filter.kind === 'numbers';
  const [from = '', to = ''] = days ? (values[0] ?? '').split('..') : [values[0] ?? ''];
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const type = filter.kind === 'days' ? 'date' : filter.kind === 'numbers' ? 'number' : 'text';
  return (
    <form
      method="post"
      className={layout.tight}
      onSubmit={(event) => {
        event.preventDefault();
        const value = days ? (first || last ? `${first}..${last}` : '') : first.trim();
        onChange(value ? [value] : null);
      }}
    >
      <Field label={days ? 'From' : filter.label} {...(filter.kind === 'text' ? { hint: filter.hint } : {})}>
        <Input type={type} value={first} onChange={(event) => setFirst(event.target.value)} />
      </Field>
      {days && (
        <Field label="To">
          <Input type={type} value={last} onChange={(event) => setLast(event.target.value)} />
        </Field>
      )}
      <Button type="submit" variant="primary">
        Apply
      </Button>
    </form>
  );
}
