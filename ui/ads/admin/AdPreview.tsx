import { useDeferredValue, useEffect, useRef } from 'react';
import type { AdSlotName } from '#contract/ads.ts';
import { cx } from '#ui/kit/cx.ts';
import css from '../Ads.module.css';

/** What is typed, as it would run: in the same kind of frame, started anew after each change. */
export function AdPreview({ slot, code }: { slot: AdSlotName; code: string }) {
  const shown = useDeferredValue(code);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const ready = (event: MessageEvent) => {
      const inside = frame.current?.contentWindow;
      // The frame has no origin; its window is what tells it apart.
      if (inside && event.source === inside && event.data === 'ad-preview-ready') inside.postMessage(shown, '*');
    };
    addEventListener('message', ready);
    return () => removeEventListener('message', ready);
  }, [shown]);
  if (shown.trim() === '') return null;
  return (
    <div className={cx(css.slot, css[slot], css.preview)}>
      <span className={css.label}>Preview</span>
      <iframe
        key={shown}
        ref={frame}
        className={css.frame}
        title={`Preview, ${slot}`}
        src="/ads/frame/preview"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
