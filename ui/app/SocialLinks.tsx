import { cx } from '#ui/kit/cx.ts';
import { useSite } from './App.tsx';
import css from './SocialLinks.module.css';

/** Links that share the site on social networks. */
const networks = [
  {
    name: 'Facebook',
    share: 'https://www.facebook.com/sharer/sharer.php?u=',
    path: 'M14.5 21v-7.5h2.8l.5-3.2h-3.3V8.4c0-1 .4-1.7 1.8-1.7H18V3.9c-.5-.1-1.4-.2-2.4-.2-2.6 0-4.2 1.6-4.2 4.3v2.3H8.6v3.2h2.8V21',
  },
  { name: 'X', share: 'https://x.com/intent/post?url=', path: 'm4 4 16 16M20 4 4 20' },
  {
    name: 'LinkedIn',
    share: 'https://www.linkedin.com/sharing/share-offsite/?url=',
    path: 'M4.5 9.5v10.5M4.5 4.5v.01M10 20V9.5M10 14.5c0-3 1.6-5 4.6-5s4.4 2 4.4 5V20',
  },
  {
    name: 'Reddit',
    share: 'https://www.reddit.com/submit?url=',
    path: 'M12 8.5c4.7 0 8.5 2.6 8.5 5.8S16.7 20 12 20s-8.5-2.5-8.5-5.7S7.3 8.5 12 8.5ZM12 8.5l1-4.5 4 .9M9 13.2v.01M15 13.2v.01M8.8 16.4c1.9 1.3 4.5 1.3 6.400 0',
  },
] as const;

export function SocialLinks({ className }: { className?: string | undefined }) {
  const { publicUrl } = useSite();
  return (
    <ul className={cx(css.links, className)} aria-label="Social media">
      {networks.map(({ name, share, path }) => (
        <li key={name}>
          <a
            href={share + encodeURIComponent(publicUrl)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Share Enamel on ${name}`}
            title={`Share on ${name}`}
          >
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              <path d={path} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
