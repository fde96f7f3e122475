import { useDeferredValue, useEffect, useRef } from 'react';
import type { AdSlotName } from '#contract/ads.ts';
import { AdFrame } from '../AdFrame.tsx';
import css from './AdPreview.module.css';

/** Runs the typed code in the same sandboxed frame as a live ad, reloaded after each change. */
export function AdPreview({ slot, code }: { slot: AdSlotName; code: string }) {
  const deferredCode = useDeferredValue(code);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const sendCode = (event: MessageEvent) => {
      const frameWindow = frame.current?.contentWindow;
      // A sandboxed frame has no origin, so it is identified by its window.
      if (frameWindow && event.source === frameWindow && event.data === 'ad-preview-ready')
        frameWindow.postMessage(deferredCode, '*');
    };
    addEventListener('message', sendCode);
    return () => removeEventListener('message', sendCode);
  }, [deferredCode]);
  if (deferredCode.trim() === '') return null;
  return (
    <div className={css.preview}>
      <AdFrame
        slot={slot}
        label="Preview"
        key={deferredCode}
        ref={frame}
        title={`Preview, ${slot}`}
        src="/ads/frame/preview"
      />
    </div>
  );
}
