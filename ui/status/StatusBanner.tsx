import type { z } from 'zod';
import type { siteInfo } from '#contract/site.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatDateTime } from '#ui/kit/format.ts';
import css from './StatusBanner.module.css';

/** Says on every page that the site is read-only, has a problem, or will have planned work. */
export default function StatusBanner({
  banner: { kind, title, startsAt, endsAt },
}: {
  banner: NonNullable<z.output<(typeof siteInfo)['reply']>['banner']>;
}) {
  const until = endsAt ? ` until ${formatDateTime(endsAt)}` : '';
  const text =
    kind === 'read_only'
      ? `Read-only for maintenance${until}. You can search and read, but not save anything.`
      : kind === 'planned'
        ? `Planned work from ${formatDateTime(startsAt)}${until}: ${title}`
        : `${title} (${kind === 'watching' ? 'fixed, being watched' : `since ${formatDateTime(startsAt)}${until}`})`;
  return (
    <aside className={css.banner} aria-label="Status">
      {text} <Link to="/status">Status</Link>
    </aside>
  );
}
