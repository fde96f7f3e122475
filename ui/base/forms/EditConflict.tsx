import { useEffect, useRef } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './EditConflict.module.css';
import type { ConflictForm } from './use-conflict-form.ts';

interface EditConflictProps {
  form: Pick<
    ConflictForm<object | null, Record<string, unknown>>,
    'conflict' | 'isRestored' | 'tookTheirs' | 'takeTheirValues' | 'otherChanges' | 'discardDraft'
  >;
  /** Labels of the fields. */
  names: Record<string, string>;
  /** Text for values that need more than String(). */
  show?: (field: string, value: unknown) => string;
  busy: boolean;
  /** Saves the user's values. */
  onKeepMine: () => void;
}

const valueText = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '(empty)'
    : typeof value === 'boolean'
      ? value
        ? 'Yes'
        : 'No'
      : String(value as string | number);

/** Shown in a form above its buttons when someone else changed or deleted the record. */
export function EditConflict({ form, names, show, busy, onKeepMine }: EditConflictProps) {
  const box = useRef<HTMLDivElement>(null);
  const { conflict, otherChanges, isRestored, tookTheirs } = form;
  const overlaps = otherChanges.some(({ myValue }) => myValue !== null);
  const needsAttention = conflict !== null || tookTheirs;
  useEffect(() => {
    if (!needsAttention) return;
    box.current?.scrollIntoView({ block: 'center' });
    box.current?.focus();
  }, [needsAttention]);
  const textOf = (field: string, value: unknown) => show?.(field, value) ?? valueText(value);
  if (!conflict && !tookTheirs && !isRestored) return null;
  return (
    <div ref={box} tabIndex={-1} className={css.box}>
      {conflict === null ? (
        <Callout announce title={tookTheirs ? 'The form now shows their changes' : 'Your unsaved changes are back'}>
          {tookTheirs ? 'Your other changes are still here. Save to keep them.' : 'Save to keep them.'}{' '}
          {!tookTheirs && (
            <Button size="small" variant="quiet" onClick={form.discardDraft}>
              Discard them
            </Button>
          )}
        </Callout>
      ) : conflict.record === null ? (
        <Callout tone="bad" announce title={conflict.sentence}>
          It was deleted, or you no longer have access to it. Your changes are still in the form, so you can copy them.
        </Callout>
      ) : (
        <Callout tone="warn" announce title={conflict.sentence}>
          <dl className={css.fields}>
            {otherChanges.map(({ field, theirValue, myValue }) => (
              <div key={field}>
                <dt>{names[field] ?? field}</dt>
                <Value label={myValue ? 'Theirs' : 'Now'} text={textOf(field, theirValue)} />
                {myValue && <Value label="Yours" text={textOf(field, myValue.value)} />}
              </div>
            ))}
          </dl>
          {otherChanges.length === 0 && <p>They changed something this form doesn’t show, such as a stored key.</p>}
          <p>Your changes are still in the form.</p>
          <div className={css.buttons}>
            <Button size="small" onClick={form.takeTheirValues}>
              {overlaps ? 'Use theirs' : 'Show their changes'}
            </Button>
            <Button size="small" variant="primary" busy={busy} onClick={onKeepMine}>
              {overlaps ? 'Save mine instead' : 'Save mine too'}
            </Button>
          </div>
        </Callout>
      )}
    </div>
  );
}

const LONG_TEXT = 240;

function Value({ label, text }: { label: string; text: string }) {
  return (
    <dd>
      <span className={layout.muted}>{label}: </span>
      {text.length > LONG_TEXT ? (
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
