import { useState } from 'react';

/** How many entries of a long list are on screen, because thousands of controls take longer than a frame. */
export function useShownCount(step: number): [count: number, showMore: () => void] {
  const [count, setCount] = useState(step);
  return [count, () => setCount((shown) => shown + step)];
}
