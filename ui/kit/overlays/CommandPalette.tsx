import * as Radix from 'radix-ui/dialog';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import css from './CommandPalette.module.css';
import { Kbd } from '../display/Kbd.tsx';
import { groupCommands, matchCommands, type Command, type StartsLike } from './palette-match.ts';
import { Scrim } from './Scrim.tsx';

export type { Command } from './palette-match.ts';

interface CommandPaletteProps {
  commands: readonly Command[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  placeholder?: string;
  /** Finds more, a moment after typing stops. The signal aborts when the user types again. */
  find?: ((typed: string, signal: AbortSignal) => Promise<readonly Command[]>) | undefined;
  /** Matches commands despite a typo, if none matches as typed. */
  startsLike?: StartsLike;
}

const FIND_DELAY_MS = 80;

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

/** Opens or closes the palette of this page, as its keys do. */
export const pressPaletteKey = (): void =>
  void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));

export function CommandPalette(props: CommandPaletteProps) {
  const { commands, open, onOpenChange, placeholder = 'Type a command…', find, startsLike } = props;
  const opener = useRef<Element | null>(null);
  /** A command leads to another place, so the focus doesn't return. */
  const close = () => {
    opener.current = null;
    onOpenChange(false);
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          className={css.palette}
          aria-modal
          aria-describedby={undefined}
          // Radix leaves Escape to the topmost layer, which may be a toast.
          onEscapeKeyDown={(event) => event.preventDefault()}
          onKeyDown={(event) => event.key === 'Escape' && onOpenChange(false)}
          onOpenAutoFocus={() => (opener.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            if (!(opener.current instanceof HTMLElement)) return;
            event.preventDefault();
            opener.current.focus({ preventScroll: true });
          }}
        >
          <Radix.Title className="hidden-text">Commands</Radix.Title>
          <Search {...{ commands, placeholder, find, startsLike }} close={close} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface SearchProps {
  commands: readonly Command[];
  placeholder: string;
  find: CommandPaletteProps['find'];
  startsLike: StartsLike | undefined;
  close: () => void;
}

const noCommands: readonly Command[] = [];

/** The commands that `find` returns for this text. The former ones stay until new ones arrive. */
function useFound(find: SearchProps['find'], typed: string) {
  const [result, setResult] = useState<{ typed: string; commands: readonly Command[] }>({
    typed: '',
    commands: noCommands,
  });
  const text = typed.trim();
  useEffect(() => {
    if (!find || text.length < 2) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      void find(text, controller.signal)
        // Without results of the server, the commands still work.
        .catch(() => noCommands)
        .then((commands) => controller.signal.aborted || setResult({ typed: text, commands }));
    }, FIND_DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [find, text]);
  const searches = find !== undefined && text.length >= 2;
  return { commands: searches ? result.commands : noCommands, isSearching: searches && result.typed !== text };
}

function Search({ commands, placeholder, find, startsLike, close }: SearchProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { commands: more, isSearching } = useFound(find, typed);
  const groups = useMemo(
    () => groupCommands([...matchCommands(commands, typed, startsLike), ...more]),
    [commands, typed, startsLike, more],
  );
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
                  <span className={css.label}>{command.label}</span>
                  {command.detail && <span className={css.detail}>{command.detail}</span>}
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
          {isSearching ? 'Searching…' : 'No results'}
        </p>
      )}
    </>
  );
}
