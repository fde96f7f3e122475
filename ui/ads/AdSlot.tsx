import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { publicAds, type AdSlotName } from '#contract/ads.ts';
import { cx } from '#ui/kit/cx.ts';
import { queryOf } from '#ui/platform/query.ts';
import { isAdFree, isProfile } from './ad-free.ts';
import css from './Ads.module.css';

interface AdSlotProps {
  slot: AdSlotName;
  /** Set by the profile of an owner who does not pay; without it profiles show none. */
  onProfile?: boolean;
  className?: string;
}

/** One placement. Its code runs in a frame without our origin, of a fixed size, so that nothing moves. */
export function AdSlot({ slot, onProfile = false, className }: AdSlotProps) {
  const { pathname } = useLocation();
  const allowed = !isAdFree(pathname) && (onProfile || !isProfile(pathname));
  const ads = useQuery({ ...queryOf(publicAds, {}), enabled: allowed });
  if (!allowed || !ads.data?.slots.includes(slot)) return null;
  return (
    <aside className={cx(css.slot, css[slot], className)} aria-label={`Advertisement, ${slot}`}>
      <span className={css.label}>Advertisement</span>
      <iframe
        className={css.frame}
        title={`Advertisement, ${slot}`}
        src={`/ads/frame/${slot}`}
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        loading="lazy"
        referrerPolicy="no-referrer"
      />
    </aside>
  );
}

/** The verified tag for the document head. */
export function AdHead() {
  const { pathname } = useLocation();
  const { data } = useQuery(queryOf(publicAds, {}));
  if (!data?.meta || isAdFree(pathname)) return null;
  return <meta name={data.meta.name} content={data.meta.content} />;
}
