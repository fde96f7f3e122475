import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode, type RefObject } from 'react';
import { DEFERRED, useKeepTyped } from './keep-typed.ts';
import type { DeferredPart, Loader } from './loader.ts';
import type { Page } from './page.ts';

/**
 * Deferred hydration. The server renders a deferred part in full, but the browser fetches its script on the visitor's
 * first touch, key press, scroll, or pointer move, and React hydrates it then. Links work from the start. A button
 * pressed before hydration is pressed again after it, and what was typed and chosen stays (keep-typed.ts).
 *
 * Brotli kilobytes of script before the first interaction, with deferral and without: home 108 and 134, pricing 109 and
 * 133, profile 106 and 163, directory 110 and 160, article 104 and 140, topic 104 and 138. The limit is 115
 * (web/e2e/harness/page-weight.ts).
 */
const interactions = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel', 'scroll', 'focusin'] as const;
const isBrowser = typeof document !== 'undefined';

let awake = false;
let pressedControl: HTMLElement | null = null;

/** Hydrates all deferred parts. Navigation calls it too, because React shows the next page only after hydration. */
export let wake = (): void => {};

const firstInteraction = new Promise<void>((resolve) => {
  if (!isBrowser) return;
  wake = () => {
    awake = true;
    for (const interaction of interactions) removeEventListener(interaction, wakeOnInteraction, true);
    resolve();
  };
  for (const interaction of interactions)
    addEventListener(interaction, wakeOnInteraction, { capture: true, passive: true });
  addEventListener('click', holdClick, true);
});

function wakeOnInteraction(event: Event): void {
  // Chromium sends a move without any movement when a page appears under a pointer at rest.
  if (event instanceof PointerEvent && event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0)
    return;
  wake();
}

function holdClick(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  if (!target?.closest(`[${DEFERRED}]`)) return;
  const control = target.closest<HTMLElement>('button, a[aria-haspopup]');
  // The browser itself opens popovers, and links in other tabs.
  if (!control || control.hasAttribute('popovertarget')) return;
  if (control instanceof HTMLAnchorElement && (event.metaKey || event.ctrlKey || event.shiftKey)) return;
  event.preventDefault();
  event.stopPropagation();
  pressedControl?.removeAttribute('aria-busy');
  control.setAttribute('aria-busy', 'true');
  pressedControl = control;
  // A script's or an assistive program's click comes without a pointer or a key.
  wake();
}

/** Like lazy(), for parts inside `Deferred`. */
export function lazyDeferred<Props extends object>(
  load: Loader<{ default: ComponentType<Props> }>,
): DeferredPart<Props> {
  let preloaded: ComponentType<Props> | undefined;
  const Lazy = lazy(() => (awake || !isBrowser ? load() : firstInteraction.then(load)));
  const Part = (props: Props) => {
    // Chosen once per mount: swapping the component type later would remount it.
    const [Component] = useState<ComponentType<Props>>(() => preloaded ?? (Lazy as ComponentType<Props>));
    return <Component {...props} />;
  };
  return Object.assign(Part, {
    preload: async () => {
      preloaded = (await load()).default;
    },
    source: load.source,
  });
}

export function Deferred(props: { children: ReactNode; fallback?: ReactNode; className?: string | undefined }) {
  const container = useRef<HTMLDivElement>(null);
  return (
    <div ref={container} {...{ [DEFERRED]: '' }} className={props.className}>
      <Suspense fallback={props.fallback ?? null}>
        {props.children}
        <ReplayOnHydration container={container} />
      </Suspense>
    </div>
  );
}

/** Hydrates the deferred parts after a while even without interaction, for parts that fetch data of their own. */
export function useWakeAfter(milliseconds: number): void {
  useEffect(() => {
    const timer = setTimeout(() => wake(), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
}

/** A page hydrated as a whole on the first interaction. */
export function deferredPage(
  load: Loader<{ default: ComponentType }>,
  options: Omit<Page, 'Component' | 'deferred'> = {},
): Page {
  const Body = lazyDeferred(load);
  const DeferredPage = () => (
    <Deferred>
      <Body />
    </Deferred>
  );
  return { ...options, Component: DeferredPage, deferred: [Body] };
}

/** Hydrates with the part around it, then replays what the visitor pressed before. */
function ReplayOnHydration({ container }: { container: RefObject<HTMLDivElement | null> }) {
  const isFromServer = useKeepTyped(container);
  useEffect(() => {
    container.current?.removeAttribute(DEFERRED);
    if (!isFromServer || !pressedControl || !container.current?.contains(pressedControl)) return;
    const control = pressedControl;
    pressedControl = null;
    control.removeAttribute('aria-busy');
    // After React has rendered the typed text, so that the click submits it.
    setTimeout(() => control.click());
  }, [container, isFromServer]);
  return null;
}
