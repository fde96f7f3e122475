import { useEffectEvent, useLayoutEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(?:checkbox|radio|button)$/.test(target.type));

/** Single-key shortcuts, off while the user types or a dialog is open. Keys are named as in KeyboardEvent.key, lowercase. */
export function useShortcuts(keys: Record<string, (event: KeyboardEvent) => void>, active = true): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // A held key may move through a list, but must not repeat a decision.
    if (event.repeat && !/^(?:[jk]|Arrow\w+)$/i.test(event.key)) return;
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
  // Keys must act on the item that is shown. Other effects run later, so the keys would still act on the previous one.
  useLayoutEffect(() => {
    if (!active) return undefined;
    const keyDown = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', keyDown);
    return () => removeEventListener('keydown', keyDown);
  }, [active]);
}
