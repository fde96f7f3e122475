import { useLocation } from 'react-router-dom';
import { publicAds, type AdSlotName } from '#contract/ads.ts';
import { cx } from '#ui/kit/cx.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { AdFrame } from './AdFrame.tsx';
import css from './AdSlot.module.css';

/** Pages for login, payment, owners, and staff, which never show ads. */
const AD_FREE =
  /^\/(?:auth|reset-password|verify|verify-email|email-settings|account|dashboard|admin|pricing|add-listing|checkout|kit|transfer|yes)(?:\/|$)/;
/** Profiles, which place their own ads because profiles of paying owners have none. */
const PROFILE = /^\/(?:profile\/[^/]+|[^/]+\/[^/]+\/[^/]+\/[^/]+)\/?$/i;

const isAdFree = (pathname: string): boolean => AD_FREE.test(pathname);
const isProfile = (pathname: string): boolean => PROFILE.test(pathname);

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
