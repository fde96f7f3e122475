import type { IframeHTMLAttributes, Ref } from 'react';
import type { AdSlotName } from '#contract/ads.ts';
import css from './AdFrame.module.css';

interface AdFrameProps extends IframeHTMLAttributes<HTMLIFrameElement> {
  slot: AdSlotName;
  label: string;
  title: string;
  ref?: Ref<HTMLIFrameElement>;
}

/** A labeled ad in an iframe with the slot's fixed size, so that the page doesn't shift when the ad loads. */
export const AdFrame = ({ slot, label, ...frame }: AdFrameProps) => (
  <>
    <span className={css.label}>{label}</span>
    <iframe className={`${css.frame} ${css[slot]}`} referrerPolicy="no-referrer" {...frame} />
  </>
);
