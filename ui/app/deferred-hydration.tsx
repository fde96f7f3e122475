import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react';
import type { Page } from './page.ts';

/**
 * Parts of a page that the server has written and that need no script until someone moves: their code is fetched at the
 * first touch, key, scroll or pointer, and React takes them over then. Links in them work all along; a button pressed in
 * the meantime is pressed again once it listens.
 */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel', 'scroll', 'focusin'] as const;
const WAITING = 'data-later';
const browser = typeof document !== 'undefined';

let stirred = false;
let pressed: HTMLElement | null = null;

/** Going to another page is a sign too: React waits with it until every part of this one has been taken over. */
export let stir = (): void => {};

const firstSign = new Promise<void>((wake) => {
  if (!browser) return;
  stir = () => {
    stirred = true;
    for (const sign of signs) removeEventListener(sign, stir, true);
    wake();
  };
  for (const sign of signs) addEventListener(sign, stir, { capture: true, passive: true });
  addEventListener('click', keepPress, true);
});

function keepPress(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  if (!target?.closest(`[${WAITING}]`)) return;
  const control = target.closest<HTMLElement>('button, input[type=checkbox], input[type=radio]');
  if (!control) return;
  event.preventDefault();
  event.stopPropagation();
  pressed = control;
}

export interface LaterPart<Props extends object> {
  (props: Props): ReactNode;
  /** Fetches the code ahead, so that a page one goes to is there in one piece. */
  preload(): Promise<void>;
}

/** Like lazy(), for what stands inside `Later`. */
export function lazyLater<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LaterPart<Props> {
  let ready: ComponentType<Props> | undefined;
  const Waiting = lazy(() => (stirred || !browser ? load() : firstSign.then(load)));
  const Part = (props: Props) => {
    // Chosen once: changing over would throw away what is on the screen.
    const [Shown] = useState<ComponentType<Props>>(() => ready ?? (Waiting as ComponentType<Props>));
    return <Shown {...props} />;
  };
  return Object.assign(Part, {
    preload: async () => {
      ready = (await load()).default;
    },
  });
}

export function Later(props: { children: ReactNode; fallback?: ReactNode; className?: string | undefined }) {
  const part = useRef<HTMLDivElement>(null);
  return (
    <div ref={part} {...{ [WAITING]: '' }} className={props.className}>
      <Suspense fallback={props.fallback ?? null}>
        {props.children}
        <Listening part={part} />
      </Suspense>
    </div>
  );
}

/** Tells React what was typed before it listened: to it, the value it finds is the one it wrote. */
function hearTyped(input: HTMLInputElement): void {
  const typed = input.value;
  if (input.type === 'checkbox' || input.type === 'radio' || typed === input.defaultValue) return;
  input.value = input.defaultValue;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A page that as a whole needs no script until someone moves. */
export function laterPage(load: () => Promise<{ default: ComponentType }>, rest: Omit<Page, 'Component'> = {}): Page {
  const Body = lazyLater(load);
  const LaterPage = () => (
    <Later>
      <Body />
    </Later>
  );
  return { ...rest, Component: LaterPage, later: [Body] };
}

/** Comes to life together with what it stands beside. */
function Listening({ part }: { part: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    part.current?.removeAttribute(WAITING);
    part.current?.querySelectorAll('input').forEach(hearTyped);
    if (!pressed || !part.current?.contains(pressed)) return;
    const press = pressed;
    pressed = null;
    // After what was typed has been drawn, so that it is sent along.
    setTimeout(() => press.click());
  }, [part]);
  return null;
}
