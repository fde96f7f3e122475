import { lazy, Suspense } from 'react';
import { useToasts } from './toast.ts';

/** Retries a failed import, because a missing toast must not break the page. */
const load = (): Promise<typeof import('./ToastRegion.tsx')> =>
  import('./ToastRegion.tsx').catch(() => new Promise((again) => setTimeout(again, 3_000)).then(load));
const ToastRegion = lazy(load);

/** Preloads the region, because the first toast may report a lost connection. */
export const fetchToasts = (): void => void load();

/** Mounted once in the shell. The region mounts with the first toast and stays. */
export function Toaster() {
  const used = useToasts((state) => state.used);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  );
}
