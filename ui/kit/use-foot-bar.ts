import { useLayoutEffect, type RefObject } from 'react';

/** The space a page leaves at its end for the bar. */
const BELOW = 16;

/** Publishes the height of a bottom bar as --bar, so that toasts and scroll targets stay clear of it. */
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
