import { lazy, Suspense, useEffect, useState } from 'react';
import { readTap, storeTap } from './call-tap.ts';

const CallWatcher = lazy(() => import('./CallWatcher.tsx'));

/** Remembers taps on phone links of listings. The part that asks "Did they answer?" loads after the first tap. */
export function CallQuestion() {
  /** When the last link was tapped; 0 for a tap before this page was loaded. */
  const [tappedAt, setTappedAt] = useState<number | null>(null);
  useEffect(() => {
    // After hydration, because the server knows of no taps.
    const timer = setTimeout(() => readTap() && setTappedAt(0));
    const rememberTap = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('[data-track^="contact "][data-track$=" phone"]') : null;
      if (!link) return;
      const dentistId = Number(link.getAttribute('data-track')!.split(' ')[1]);
      const at = Date.now();
      storeTap({ dentistId, at, phone: link.getAttribute('href')?.slice('tel:'.length) ?? '' });
      setTappedAt(at);
    };
    addEventListener('click', rememberTap, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('click', rememberTap, true);
    };
  }, []);
  return (
    tappedAt !== null && (
      <Suspense fallback={null}>
        <CallWatcher tappedAt={tappedAt} />
      </Suspense>
    )
  );
}
