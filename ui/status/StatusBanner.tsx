import { siteInfo } from '#contract/site.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatDateTime } from '#ui/kit/format.ts';
import css from './StatusBanner.module.css';

/** Says on every page that the site is read-only, has a problem, or will have planned work. */
export function StatusBanner() {
  const { data: site } = useReply(queryOf(siteInfo, {}));
  if (!site?.banner) return null;
  const { kind, title, startsAt, endsAt } = site.banner;
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
