import { useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(?:checkbox|radio|button)$/.test(target.type));

/** Single-key shortcuts, off while the user types or a dialog is open. Keys are named as in KeyboardEvent.key, lowercase. */
export function useShortcuts(keys: Record<string, () => void>, active = true): void {
  const latestKeys = useRef(keys);
  useEffect(() => {
    latestKeys.current = keys;
  });
  useEffect(() => {
    if (!active) return undefined;
    const keyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // A held key may walk through a list, but not decide again and again.
      if (event.repeat && !/^(?:[jk]|Arrow\w+)$/i.test(event.key)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      const action = latestKeys.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', keyDown);
    return () => removeEventListener('keydown', keyDown);
  }, [active]);
}
