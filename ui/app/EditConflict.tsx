import { useEffect, useRef } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import css from './EditConflict.module.css';
import type { ConflictForm } from './use-conflict-form.ts';

interface EditConflictProps {
  form: Pick<ConflictForm<object | null, object>, 'met' | 'back' | 'taken' | 'takeTheirs'> & {
    their: { field: string; theirs: unknown; mine: { value: unknown } | null }[];
  };
  /** What the fields are called. */
  names: Record<string, string>;
  /** A value in words, where it does not speak for itself. */
  show?: (field: string, value: unknown) => string;
  busy: boolean;
  /** Saves mine, over theirs where we both changed the same. */
  onMine: () => void;
}

const inWords = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? 'nothing'
    : typeof value === 'boolean'
      ? value
        ? 'yes'
        : 'no'
      : String(value as string | number);

/** In a form, above its buttons: what somebody else did to the record meanwhile, and what can be done about it. */
export function EditConflict({ form, names, show, busy, onMine }: EditConflictProps) {
  const box = useRef<HTMLDivElement>(null);
  const { met, their, back, taken } = form;
  const both = their.some(({ mine }) => mine !== null);
  const shown = met !== null || taken;
  useEffect(() => {
    if (!shown) return;
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus();
  }, [shown]);
  const words = (field: string, value: unknown) => show?.(field, value) ?? inWords(value);
  if (!met && !taken && !back) return null;
  return (
    <div ref={box} tabIndex={-1} className={css.box}>
      {met === null ? (
        <Callout announce title={taken ? 'Theirs is in the form now' : 'What you typed before is back'}>
          {taken ? 'What only you changed is still there, and not saved yet.' : 'It has not been saved yet.'}
        </Callout>
      ) : met.theirs === null ? (
        <Callout tone="bad" announce title={met.sentence}>
          It went away after you opened it, or is not yours any more. What you typed is still here: copy what you want
          to keep.
        </Callout>
      ) : (
        <Callout tone="warn" announce title={met.sentence}>
          <dl className={css.fields}>
            {their.map(({ field, theirs, mine }) => (
              <div key={field}>
                <dt>{names[field] ?? field}</dt>
                <Value label={mine ? 'Theirs' : 'Now'} text={words(field, theirs)} />
                {mine && <Value label="Yours" text={words(field, mine.value)} />}
              </div>
            ))}
          </dl>
          {their.length === 0 && <p>What was changed is not shown in this form, such as a stored key.</p>}
          <p>All that you typed is still here.</p>
          <div className={css.buttons}>
            <Button size="small" onClick={form.takeTheirs}>
              {both ? 'Use theirs' : 'Show theirs in the form'}
            </Button>
            <Button size="small" variant="primary" busy={busy} onClick={onMine}>
              {both ? 'Save mine over it' : 'Save mine as well'}
            </Button>
          </div>
        </Callout>
      )}
    </div>
  );
}

const LONG = 240;

function Value({ label, text }: { label: string; text: string }) {
  const long = text.length > LONG;
  return (
    <dd>
      <span className={css.label}>{label}: </span>
      {long ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <span className={css.long} tabIndex={0}>
          {text}
        </span>
      ) : (
        text
      )}
    </dd>
  );
}
