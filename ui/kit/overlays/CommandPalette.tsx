import * as Radix from 'radix-ui/dialog';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import css from './CommandPalette.module.css';
import { Kbd } from '../display/Kbd.tsx';
import { groupCommands, matchCommands, type Command } from './palette-match.ts';
import { Scrim } from './Scrim.tsx';

export type { Command } from './palette-match.ts';

export interface CommandPaletteProps {
  commands: readonly Command[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  placeholder?: string;
}

/** Ctrl+K, or Cmd+K on a Mac, on every page. */
export function usePaletteKey(onPress: () => void): void {
  const press = useRef(onPress);
  useEffect(() => {
    press.current = onPress;
  });
  useEffect(() => {
    const keyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      press.current();
    };
    addEventListener('keydown', keyDown);
    return () => removeEventListener('keydown', keyDown);
  }, []);
}

export function CommandPalette({ commands, open, onOpenChange, placeholder = 'What next?' }: CommandPaletteProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content className={css.palette} aria-modal aria-describedby={undefined}>
          <Radix.Title className="hidden-text">Commands</Radix.Title>
          <Search commands={commands} placeholder={placeholder} close={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface SearchProps {
  commands: readonly Command[];
  placeholder: string;
  close: () => void;
}

function Search({ commands, placeholder, close }: SearchProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const groups = useMemo(() => groupCommands(matchCommands(commands, typed)), [commands, typed]);
  const found = groups.flatMap(([, members]) => members);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  });
  const run = (command: Command) => {
    close();
    command.run();
  };
  const keyDown = (event: KeyboardEvent) => {
    const command = found[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (found.length > 0) setActive((active + step + found.length) % found.length);
    } else if (event.key === 'Enter' && command) {
      event.preventDefault();
      run(command);
    }
  };
  return (
    <>
      <input
        className={css.input}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[active] ? `${id}-${found[active].id}` : undefined}
        aria-autocomplete="list"
        aria-label={placeholder}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={keyDown}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Commands" className={css.list} tabIndex={-1}>
        {groups.map(([group, members]) => (
          <div key={group} role="group" aria-label={group}>
            <div className={css.group} aria-hidden="true">
              {group}
            </div>
            {members.map((command) => {
              const place = found.indexOf(command);
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input holds focus and answers to the keys
                <div
                  key={command.id}
                  id={`${id}-${command.id}`}
                  role="option"
                  aria-selected={place === active}
                  className={css.command}
                  onPointerMove={() => place !== active && setActive(place)}
                  onClick={() => run(command)}
                >
                  {command.icon}
                  {command.label}
                  {command.shortcut && (
                    <span className={css.keys}>
                      <Kbd keys={command.shortcut} />
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={css.none} role="status">
          Nothing goes by that name.
        </p>
      )}
    </>
  );
}
