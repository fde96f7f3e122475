import { siteInfo } from '#contract/site.ts';
import { socialNetworkOf, type SocialNetwork } from '#shared/listings/social-networks.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { cx } from '#ui/kit/cx.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import css from './SocialLinks.module.css';

const icons: Record<SocialNetwork, string> = {
  Facebook:
    'M14.5 21v-7.5h2.8l.5-3.2h-3.3V8.4c0-1 .4-1.7 1.8-1.7H18V3.9c-.5-.1-1.4-.2-2.4-.2-2.6 0-4.2 1.6-4.2 4.3v2.3H8.6v3.2h2.8V21',
  Instagram:
    'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.500ZM12 8.3a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.400ZM17 7v.01',
  X: 'm4 4 16 16M20 4 4 20',
  LinkedIn: 'M4.5 9.5v10.5M4.5 4.5v.01M10 20V9.5M10 14.5c0-3 1.6-5 4.6-5s4.4 2 4.4 5V20',
  YouTube:
    'M6 5.500h12A3.5 3.5 0 0 1 21.5 9v6a3.5 3.5 0 0 1-3.5 3.500H6A3.5 3.5 0 0 1 2.5 15V9A3.5 3.5 0 0 1 6 5.500ZM10 9v6l5-3Z',
  TikTok: 'M13 3.500v12a3.7 3.7 0 1 1-3.7-3.700M13 3.500c.3 3 2.3 5 5.5 5.3',
  Reddit:
    'M12 8.5c4.7 0 8.5 2.6 8.5 5.8S16.7 20 12 20s-8.5-2.5-8.5-5.7S7.3 8.5 12 8.5ZM12 8.5l1-4.5 4 .9M9 13.2v.01M15 13.2v.01M8.8 16.4c1.9 1.3 4.5 1.3 6.4 0',
};

/** The site's accounts, from the settings. */
export function SocialLinks({ className }: { className?: string | undefined }) {
  const brand = useBrand();
  const { data: site } = useReply(queryOf(siteInfo, {}));
  const accounts = (site?.socialLinks ?? []).flatMap((url) => {
    const network = socialNetworkOf(url);
    return network ? [{ url, network }] : [];
  });
  if (accounts.length === 0) return null;
  return (
    <ul className={cx(css.links, className)} aria-label="Social media">
      {accounts.map(({ url, network }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer" aria-label={`${brand} on ${network}`} title={network}>
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              <path d={icons[network]} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
