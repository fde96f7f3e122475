import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;
type Replay = () => void;

/** Marks parts that hydrate later. */
export const DEFERRED = 'data-later';

const typedTexts = new WeakMap<HTMLTextAreaElement, string>();
const rememberTextarea = (area: EventTarget | null): void => {
  if (area instanceof HTMLTextAreaElement && area.value !== area.defaultValue) typedTexts.set(area, area.value);
};

/** Called before hydration, because React resets a textarea to the text that the server rendered when it hydrates it. */
export function watchTextareas(): void {
  document.querySelectorAll('textarea').forEach(rememberTextarea);
  addEventListener('input', ({ target }) => rememberTextarea(target), true);
}

const subscribeToNothing = () => () => {};

/**
 * Keeps what the visitor typed and chose in a part of the page before React hydrated it. Otherwise it is lost at the next render,
 * which sets every control to the value that its component holds. Returns whether the server rendered the part.
 */
export function useKeepTyped(container: RefObject<HTMLElement | null>): boolean {
  const isHydrating = useSyncExternalStore(subscribeToNothing, () => false, () => true); // prettier-ignore
  // In a part that the browser rendered, what differs from the markup is not a visitor's choice.
  const [isFromServer] = useState(isHydrating);
  const typed = useRef<{ texts: Replay[]; choices: Replay[] }>({ texts: [], choices: [] });
  // Read in the commit of the hydration, before any other render, and replayed once all components listen.
  useLayoutEffect(() => {
    if (isFromServer && container.current) typed.current = collectTyped(container.current);
  }, [container, isFromServer]);
  useEffect(() => {
    const { texts, choices } = typed.current;
    typed.current = { texts: [], choices: [] };
    for (const replay of texts) replay();
    // Separately, because each choice starts from what the previous one rendered.
    for (const replay of choices) setTimeout(replay);
  }, []);
  return isFromServer;
}

function collectTyped(container: HTMLElement): { texts: Replay[]; choices: Replay[] } {
  const boundary = container.closest(`[${DEFERRED}]`);
  const find = <E extends Element>(selector: string): E[] =>
    [...container.querySelectorAll<E>(selector)].filter((control) => control.closest(`[${DEFERRED}]`) === boundary);
  return {
    texts: find<TextControl>('textarea, input:not([type=checkbox], [type=radio], [type=hidden], [type=file])').flatMap(
      replayText,
    ),
    choices: [
      ...find<HTMLInputElement>('input[type=checkbox], input[type=radio]').flatMap(replayBox),
      ...find<HTMLSelectElement>('select').flatMap(replayMenu),
    ],
  };
}

/** Makes React notice typed text, which it otherwise takes for the value that it rendered itself. */
function replayText(control: TextControl): Replay[] {
  const isArea = control instanceof HTMLTextAreaElement;
  const text = (isArea ? typedTexts.get(control) : undefined) ?? control.value;
  if (text === control.defaultValue) return [];
  const prototype = isArea ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  return [
    () => {
      control.value = control.defaultValue;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text);
      control.dispatchEvent(new Event('input', { bubbles: true }));
    },
  ];
}

/** A check box or radio button, such as one of a form that the browser restored. */
function replayBox(box: HTMLInputElement): Replay[] {
  // A radio button that is no longer chosen follows from the one that is.
  if (box.checked === box.defaultChecked || (box.type === 'radio' && !box.checked)) return [];
  return [
    () => {
      box.checked = box.defaultChecked;
      box.click();
    },
  ];
}

function replayMenu(menu: HTMLSelectElement): Replay[] {
  // The server marks the option that it rendered as chosen. Without a mark, that is the first one.
  const rendered = [...menu.options].find((option) => option.defaultSelected) ?? menu.options[0];
  if (!rendered || rendered.selected) return [];
  const chosen = menu.value;
  return [
    () => {
      menu.value = chosen;
      menu.dispatchEvent(new Event('change', { bubbles: true }));
    },
  ];
}
