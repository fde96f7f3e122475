import { useQuery } from '@tanstack/react-query';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatAgo, formatNumber } from '#ui/kit/format.ts';
import { statusLabels } from '#ui/bulk/format.ts';
import css from './RecentImports.module.css';
import { recentImportsQuery } from './use-attention.ts';

/** The last imports with their results. Offline, as they were at the last connection. */
export function RecentImports() {
  const imports = useQuery(recentImportsQuery);
  return (
    <section className={css.section} aria-labelledby="recent-imports">
      <div className={css.head}>
        <h2 id="recent-imports">Recent imports</h2>
        <Link to="/admin/imports">All imports</Link>
      </div>
      {imports.isPending && <Skeleton height={120} />}
      {imports.isError && !imports.data && <p className={css.muted}>We’ll list them once you’re connected.</p>}
      {imports.data?.length === 0 && <p className={css.muted}>No imports yet. You can undo each one later.</p>}
      {imports.data && imports.data.length > 0 && (
        <ul className={css.list}>
          {imports.data.map(({ id, fileName, userName, createdAt, status, rowsNew, rowsChanged, rowsRefused }) => (
            <li key={id}>
              <Link to={`/admin/imports/${id}`} className={css.name}>
                {fileName}
              </Link>
              <span className={css.muted}>
                {userName}, {formatAgo(createdAt)}
              </span>
              <span className={css.counts}>
                {status === 'done' &&
                  `${formatNumber(rowsNew ?? 0)} new, ${formatNumber(rowsChanged ?? 0)} changed, ${formatNumber(rowsRefused ?? 0)} refused`}
              </span>
              <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
