import type { Ref } from 'react';
import type { AdSlotName } from '#contract/ads.ts';
import css from './AdFrame.module.css';

interface AdFrameProps {
  slot: AdSlotName;
  label: string;
  title: string;
  src: string;
  allowPopups?: boolean;
  loading?: 'lazy' | 'eager';
  ref?: Ref<HTMLIFrameElement>;
}

/** A labeled, sandboxed frame with the slot's fixed size, so that the page doesn't shift when the ad loads. */
export const AdFrame = ({ slot, label, title, src, allowPopups = false, loading = 'eager', ref }: AdFrameProps) => (
  <>
    <span className={css.label}>{label}</span>
    <iframe
      ref={ref}
      className={`${css.frame} ${css[slot]}`}
      title={title}
      src={src}
      sandbox={allowPopups ? 'allow-scripts allow-popups allow-popups-to-escape-sandbox' : 'allow-scripts'}
      loading={loading}
      referrerPolicy="no-referrer"
    />
  </>
);
