import { Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { toastError } from '#ui/base/platform/toast-error.ts';
import css from './InlineEdit.module.css';

interface InlineEditProps {
  /** Names the field and the row, such as "Phone of Dr. Ada". */
  label: string;
  value: string;
  children: ReactNode;
  /** Rejects if the value can't be saved; the text then stays in the field. */
  onSave: (value: string) => Promise<unknown>;
}

/** A cell whose one value is edited in place. Enter saves, Escape leaves it as it was. */
export function InlineEdit({ label, value, children, onSave }: InlineEditProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (draft === null)
    return (
      <span className={css.cell}>
        <span className={css.text}>{children}</span>
        <button
          type="button"
          tabIndex={-1}
          className={css.edit}
          aria-label={`Edit ${label}`}
          onClick={() => setDraft(value)}
        >
          <Pencil aria-hidden="true" />
        </button>
      </span>
    );
  const save = async () => {
    if (busy) return;
    if (draft === value) return setDraft(null);
    setBusy(true);
    try {
      await onSave(draft);
      setDraft(null);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <input
      className={css.input}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked to edit this cell
      autoFocus
      readOnly={busy}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        const row = event.currentTarget.closest('tr');
        if (event.key === 'Enter') void save().then(() => row?.focus());
        if (event.key === 'Escape') {
          setDraft(null);
          row?.focus();
        }
        event.stopPropagation();
      }}
    />
  );
}
