import { useQuery } from '@tanstack/react-query';
import { openAuditEntry } from '#contract/admin/audit.ts';
import { LoadFailed } from '#ui/app/LoadFailed.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { queryOf } from '#ui/platform/query.ts';
import css from './AuditSheet.module.css';
import { describeEntry } from './audit-sentence.ts';

const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '—');

/** An entry with the values before and after. */
export function AuditSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(queryOf(openAuditEntry, { params: { id: String(id) } }));
  const entry = query.data;
  const email = entry?.actorEmail ? ` (${entry.actorEmail})` : '';
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={entry ? describeEntry(entry) : 'Audit log entry'}
      description={entry ? `${entry.actorName}${email}, ${formatLocalDateTime(entry.at)}` : ''}
    >
      {query.isError ? (
        <LoadFailed title="We couldn’t load this entry" compact query={query} />
      ) : !entry ? (
        <Loading label="Loading the entry">
          <Skeleton height={160} />
        </Loading>
      ) : (
        <div className={layout.stack} data-density="compact">
          <p className={layout.note}>{entry.action}</p>
          {entry.note && <p className={css.note}>{entry.note}</p>}
          {[...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])].map((name) => (
            <div key={name} className={layout.tight}>
              <h3>{name}</h3>
              {entry.before && name in entry.before && (
                <pre className={css.pre}>− {formatValue(entry.before[name])}</pre>
              )}
              {entry.after && name in entry.after && <pre className={css.pre}>+ {formatValue(entry.after[name])}</pre>}
            </div>
          ))}
        </div>
      )}
    </Sheet>
  );
}
