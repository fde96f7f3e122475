import { useLocation } from 'react-router-dom';
import { publicAds, type AdSlotName } from '#contract/ads.ts';
import { cx } from '#ui/kit/cx.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { isAdFree, isProfile } from './ad-free.ts';
import { AdFrame } from './AdFrame.tsx';
import css from './AdSlot.module.css';

interface AdSlotProps {
  slot: AdSlotName;
  /** Set by profiles of owners who do not pay, because other profiles show no ads. */
  onProfile?: boolean;
  className?: string;
}

/** An ad placement. The ad's code runs in a sandboxed frame without our origin. */
export function AdSlot({ slot, onProfile = false, className }: AdSlotProps) {
  const { pathname } = useLocation();
  const isAllowed = !isAdFree(pathname) && (onProfile || !isProfile(pathname));
  const ads = useReply({ ...queryOf(publicAds, {}), enabled: isAllowed });
  if (!isAllowed || !ads.data?.slots.includes(slot)) return null;
  return (
    <aside className={cx(css.slot, css[slot], className)} aria-label={`Advertisement, ${slot}`}>
      <AdFrame
        slot={slot}
        label="Advertisement"
        title={`Advertisement, ${slot}`}
        src={`/ads/frame/${slot}`}
        allowPopups
        loading="lazy"
      />
    </aside>
  );
}

/** The ad network's verification tag, for the document head. */
export function AdHead() {
  const { pathname } = useLocation();
  const { data } = useReply(queryOf(publicAds, {}));
  if (!data?.meta || isAdFree(pathname)) return null;
  return <meta name={data.meta.name} content={data.meta.content} />;
}
