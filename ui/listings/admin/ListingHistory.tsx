import { putBackChange, undoMerge } from '#contract/admin-listings.ts';
import { useMay } from '#ui/admin-shell/use-may.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { api } from '#ui/platform/api.ts';
import { layout } from '#ui/kit/layout.ts';
import { fieldName, formatValue } from './listing-fields.ts';
import { useListingChange } from './use-listing-change.ts';

interface HistoryDetail {
  history: {
    id: number;
    at: string;
    by: string | null;
    field: string;
    before?: unknown;
    after?: unknown;
    source: string;
    canPutBack: boolean;
  }[];
  merges: { id: number; goneName: string; at: string; by: string | null; undoneAt: string | null }[];
}

export function ListingHistory({ id, detail }: { id: number; detail: HistoryDetail }) {
  const mayEdit = useMay('listings.edit');
  const mayManage = useMay('listings.manage');
  const restore = useListingChange(
    (entryId: number) => api(putBackChange, { params: { id: String(id) }, body: { entryId } }),
    'The earlier value has been restored.',
  );
  const undo = useListingChange(
    (mergeId: number) => api(undoMerge, { params: { id: String(mergeId) } }),
    'The two listings are separate again.',
  );
  return (
    <div className={layout.stack}>
      {detail.merges.map((merge) => (
        <Callout key={merge.id} title={`${merge.goneName} was merged into this listing`}>
          <div className={layout.between}>
            <span>
              {formatLocalDateTime(merge.at)}
              {merge.by && ` by ${merge.by}`}
              {merge.undoneAt && `, undone ${formatLocalDateTime(merge.undoneAt)}`}
            </span>
            {mayManage && !merge.undoneAt && (
              <Button size="small" busy={undo.isPending} onClick={() => undo.mutate(merge.id)}>
                Undo the merge
              </Button>
            )}
          </div>
        </Callout>
      ))}
      {detail.history.length === 0 && <p className={layout.muted}>No changes since it was added to the directory.</p>}
      {detail.history.map((entry) => (
        <div key={entry.id} className={layout.tight}>
          <div className={layout.between}>
            <strong>{fieldName(entry.field)}</strong>
            {mayEdit && entry.canPutBack && (
              <Button
                size="small"
                variant="quiet"
                busy={restore.isPending && restore.variables === entry.id}
                onClick={() => restore.mutate(entry.id)}
                aria-label={`Restore ${fieldName(entry.field)} of ${formatLocalDateTime(entry.at)}`}
              >
                Restore
              </Button>
            )}
          </div>
          <span style={{ overflowWrap: 'anywhere' }}>
            {formatValue(entry.before)} → {formatValue(entry.after)}
          </span>
          <span className={layout.muted}>
            {formatLocalDateTime(entry.at)} · {entry.by ?? entry.source}
          </span>
        </div>
      ))}
    </div>
  );
}
