import { lazy, Suspense } from 'react';
import { useToasts } from './toast.ts';

/** Code that cannot be reached is asked for again: a missing toast must not take the page down with it. */
const load = (): Promise<typeof import('./ToastRegion.tsx')> =>
  import('./ToastRegion.tsx').catch(() => new Promise((again) => setTimeout(again, 3_000)).then(load));
const ToastRegion = lazy(load);

/** Ahead of the first toast, which may have to say that the connection is gone. */
export const fetchToasts = (): void => void load();

/** Mounted once in the shell. The region arrives with the first toast and then stays. */
export function Toaster() {
  const used = useToasts((state) => state.used);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  );
}
