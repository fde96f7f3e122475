import {
  Fragment,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import css from './Combobox.module.css';
import { cx } from '../cx.ts';
import { Input, type InputProps } from './Input.tsx';

export interface Suggestion {
  value: string;
  label: string;
  detail?: ReactNode;
  /** The heading above this suggestion and its neighbors of the same group. */
  group?: string;
}

export interface ComboboxProps extends Omit<InputProps, 'value' | 'defaultValue' | 'onChange' | 'onSelect' | 'role'> {
  value: string;
  onValueChange: (value: string) => void;
  /** Called a moment after typing stops. The signal aborts when the user types again. */
  suggest: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]> | readonly Suggestion[];
  onSelect?: (suggestion: Suggestion) => void;
  /** The list's label for screen readers. */
  listLabel?: string;
  delay?: number;
  /** With 0, a click or an arrow key lists everything, whatever the field holds. */
  minLength?: number;
}

/** A text input with suggestions. Any text is valid. Focus stays in the input. */
export function Combobox(props: ComboboxProps) {
  const { value, onValueChange, suggest, onSelect, listLabel = 'Suggestions', delay = 150, minLength = 1 } = props;
  const {
    value: _v,
    onValueChange: _c,
    suggest: _s,
    onSelect: _o,
    listLabel: _l,
    delay: _d,
    minLength: _m,
    ...rest
  } = props;
  const { className, onKeyDown, onBlur, ...input } = rest;
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const asking = useRef<AbortController>(undefined);
  const [options, setOptions] = useState<readonly Suggestion[]>([]);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && options.length > 0;

  const field = useRef<HTMLInputElement>(null);
  useEffect(() => () => asking.current?.abort(), []);
  useEffect(() => {
    list.current?.querySelectorAll('[role=option]')[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const close = () => {
    asking.current?.abort();
    setOpen(false);
    setActive(-1);
  };
  const ask = async (text: string, wait: number) => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    if (text.trim().length < minLength) {
      setOptions([]);
      close();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (controller.signal.aborted) return;
    try {
      const answer = await suggest(text, controller.signal);
      if (controller.signal.aborted) return;
      setOptions(answer);
      setActive(-1);
      setOpen(true);
    } catch {
      // Without suggestions, the user can still submit the text.
      if (!controller.signal.aborted) setOptions([]);
    }
  };
  // Keeps text typed before hydration.
  const early = useEffectEvent(() => {
    const text = field.current?.value ?? value;
    if (text === value) return;
    onValueChange(text);
    if (document.activeElement === field.current) void ask(text, 0);
  });
  useEffect(() => early(), []);
  const choose = (suggestion: Suggestion) => {
    onValueChange(suggestion.label);
    onSelect?.(suggestion);
    close();
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const selected = options[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!shown) {
        if (minLength === 0) void ask('', 0);
        else if (options.length > 0) setOpen(true);
        else void ask(value, 0);
        return;
      }
      // Moving past either end leads back to the text.
      const places = options.length + 1;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && shown && selected) {
      event.preventDefault();
      choose(selected);
    } else if (event.key === 'Enter') {
      close();
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault();
      close();
    } else if (event.key === 'Tab') {
      if (shown && selected) choose(selected);
      else close();
    }
  };
  return (
    <div className={cx(css.combobox, className)}>
      <Input
        {...input}
        ref={field}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
        value={value}
        onChange={(event) => {
          onValueChange(event.target.value);
          void ask(event.target.value, delay);
        }}
        onKeyDown={keyDown}
        onClick={() => minLength === 0 && !shown && void ask('', 0)}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
      />
      {shown && (
        <div ref={list} id={listId} role="listbox" aria-label={listLabel} className={css.list}>
          {options.map((suggestion, index) => (
            <Fragment key={suggestion.value}>
              {suggestion.group && suggestion.group !== options[index - 1]?.group && (
                <div role="presentation" className={css.group}>
                  {suggestion.group}
                </div>
              )}
              {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input holds focus and answers to the keys */}
              <div
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                className={css.option}
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => active !== index && setActive(index)}
                onClick={() => choose(suggestion)}
              >
                <span>{suggestion.label}</span>
                {suggestion.detail && <span className={css.detail}>{suggestion.detail}</span>}
              </div>
            </Fragment>
          ))}
        </div>
      )}
      <span className="hidden-text" aria-live="polite">
        {shown ? `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}` : ''}
      </span>
    </div>
  );
}
