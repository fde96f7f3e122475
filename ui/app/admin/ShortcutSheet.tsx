import { useState } from 'react';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { useNavigation } from './console-nav.tsx';
import css from './ShortcutSheet.module.css';
import { useShownShortcuts, type ShortcutGroup } from '#ui/admin/shown-shortcuts.ts';
import { useShortcuts } from '#ui/admin/use-shortcuts.ts';

const everywhere: ShortcutGroup = {
  name: 'Everywhere',
  shortcuts: [
    ['Ctrl K', 'Search everything'],
    ['/', 'Search this screen'],
    ['?', 'Show these shortcuts'],
    ['Esc', 'Close'],
  ],
};

const consoleKeys: ShortcutGroup = {
  name: 'The console',
  shortcuts: [
    ['Ctrl ,', 'Settings'],
    ['Ctrl O', 'Import a file'],
    ['Alt Left', 'Back'],
    ['Alt Right', 'Forward'],
  ],
};

/** The shortcuts of the current screen. The question mark opens it. */
export function ShortcutSheet() {
  const [open, setOpen] = useState(false);
  const shown = useShownShortcuts(({ groups }) => groups);
  const { places } = useNavigation();
  const goTo: ShortcutGroup = {
    name: 'Go to',
    shortcuts: places.flatMap(({ keys, label }) => (keys ? [[keys, label] as const] : [])),
  };
  const { staffConsole } = usePlatform();
  const general = staffConsole ? [everywhere, consoleKeys] : [everywhere];
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <Dialog open={open} onOpenChange={setOpen} title="Keyboard shortcuts" width="wide">
      <div
        className={css.groups}
        role="group"
        aria-label="Shortcuts"
        // Focusable so that the keyboard can scroll it, because nothing in it is.
        tabIndex={0}
      >
        {[...shown, ...general, goTo].map(({ name, shortcuts }) => (
          <section key={name} aria-label={name}>
            <h3 className={css.heading}>{name}</h3>
            <dl className={css.list}>
              {shortcuts.map(([keys, what]) => (
                <div key={keys} className={css.shortcut}>
                  <dt>
                    <Kbd keys={keys} />
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
