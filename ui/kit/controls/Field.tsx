import { useId, useMemo, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './Field.module.css';
import { FieldContext } from './field-context.ts';

interface FieldProps {
  label: ReactNode;
  children: ReactNode;
  hint?: ReactNode;
  /** A sentence that says what to do next. Announced when it appears, so pass it, even undefined, where one may appear. */
  error?: ReactNode;
  required?: boolean;
  /** Adds "optional" to the label. Use it in forms where most fields are required. */
  optional?: boolean;
  disabled?: boolean;
  hideLabel?: boolean;
  id?: string;
  className?: string;
}

/** Connects a label, control, hint, and error by ids, which the control reads with useFieldControl. */
export function Field(props: FieldProps) {
  const { label, children, hint, error, required = false, optional, disabled = false, hideLabel, className } = props;
  const own = useId();
  const id = props.id ?? own;
  const hasHint = hint != null && hint !== false;
  const invalid = Boolean(error);
  const describedBy = cx(hasHint && `${id}-hint`, invalid && `${id}-error`) || undefined;
  const wiring = useMemo(
    () => ({ id, describedBy, invalid, required, disabled }),
    [id, describedBy, invalid, required, disabled],
  );
  return (
    <div className={cx(css.field, className)}>
      <label htmlFor={id} className={cx(css.label, hideLabel && 'hidden-text')}>
        {label}
        {optional && <span className={css.optional}> optional</span>}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {hasHint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {'error' in props && (
        <div aria-live="polite">
          {invalid && (
            <p id={`${id}-error`} className={css.error}>
              <ErrorSign />
              <span>{error}</span>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

const ErrorSign = () => (
  <svg viewBox="0 0 16 16" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.75">
    <circle cx="8" cy="8" r="6.5" />
    <path d="M8 4.8v3.8M8 11v.2" strokeLinecap="round" />
  </svg>
);

/** Several controls under one legend, such as radios, checkboxes, or an address. */
export function FieldGroup(props: FieldGroupProps) {
  const { legend, hint, error, children, className } = props;
  const id = useId();
  return (
    <fieldset
      className={cx(css.group, className)}
      aria-describedby={cx(Boolean(hint) && `${id}-hint`, Boolean(error) && `${id}-error`) || undefined}
    >
      <legend className={css.label}>{legend}</legend>
      {hint != null && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {children}
      {'error' in props && (
        <div aria-live="polite">
          {error != null && error !== '' && (
            <p id={`${id}-error`} className={css.error}>
              <ErrorSign />
              <span>{error}</span>
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
}

interface FieldGroupProps {
  legend: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  children: ReactNode;
  className?: string;
}
