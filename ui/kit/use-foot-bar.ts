import { useLayoutEffect, type RefObject } from 'react';

/** What a screen leaves free below its last line, where such a bar comes to rest. */
const BELOW = 16;

/** A bar that sticks to the foot of the screen says how high it reaches, as --bar: toasts and what is scrolled to stay clear of it. */
export function useFootBar(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current!;
    const root = document.documentElement.style;
    const sizes = new ResizeObserver(() => {
      const sticks = getComputedStyle(element).position === 'sticky';
      root.setProperty('--bar', `${sticks ? element.offsetHeight + BELOW : 0}px`);
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      root.removeProperty('--bar');
    };
  }, [bar]);
}
