import { useQuery } from '@tanstack/react-query';
import { openAuditEntry, type AuditEntry } from '#contract/audit.ts';
import { BulkProgress } from '#ui/admin/table/BulkProgress.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import css from './AuditSheet.module.css';
import { describeEntry } from './audit-sentence.ts';
import { formatValue, labelOf } from './audit-values.ts';

/** The rows of the lists whose rows can be changed in bulk. */
const rowNames: Record<string, [one: string, many: string]> = {
  appointments: ['request', 'requests'],
  articles: ['article', 'articles'],
  messages: ['message', 'messages'],
  newListings: ['listing', 'listings'],
  privacy: ['request', 'requests'],
  problems: ['report', 'reports'],
  reviews: ['review', 'reviews'],
  users: ['account', 'accounts'],
};

/** The state of a change of many rows. Any colleague with the permission can undo it here. */
function ChangeOfRows({ action, subjectId }: AuditEntry) {
  const [one, many] = rowNames[action.split('.')[0]!] ?? ['listing', 'listings'];
  return <BulkProgress id={Number(subjectId)} one={one} many={many} />;
}

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
          {entry.note && <p className={layout.breakable}>{entry.note}</p>}
          {entry.subject === 'bulk_change' && <ChangeOfRows {...entry} />}
          {[...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])].map((name) => (
            <div key={name} className={layout.tight}>
              <h3 className={css.name}>{labelOf(name)}</h3>
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
