import { useId, useState, type ChangeEvent, type Ref, type TextareaHTMLAttributes } from 'react';
import { cx } from '../cx.ts';
import { useFieldControl } from './field-context.ts';
import css from '../styles/input.module.css';

interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** Shows a character count, but doesn't cut pasted text. The form and the server enforce the limit. */
  limit?: number;
  ref?: Ref<HTMLTextAreaElement>;
}

export function Textarea({ limit, className, onChange, ...props }: TextareaProps) {
  const countId = useId();
  const [typed, setTyped] = useState(() => String(props.value ?? props.defaultValue ?? '').length);
  const wired = useFieldControl({
    ...props,
    'aria-describedby': cx(props['aria-describedby'], limit != null && countId) || undefined,
  });
  const length = props.value === undefined ? typed : String(props.value).length;
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setTyped(event.target.value.length);
    onChange?.(event);
  };
  const left = limit == null ? Infinity : limit - length;
  return (
    <div>
      <textarea {...wired} onChange={change} className={cx(css.input, css.area, className)} />
      {limit != null && (
        <>
          <p id={countId} className={cx(css.count, left < 0 && css.over)}>
            {length} of {limit} characters
          </p>
          <span className="hidden-text" aria-live="polite">
            {left < 0 ? `${-left} characters too many` : left <= 20 ? `${left} characters left` : ''}
          </span>
        </>
      )}
    </div>
  );
}
