import { putBackChange, undoMerge } from '#contract/listings/admin-listings.ts';
import type { HistoryEntry } from '#contract/listings/listing-history.ts';
import { smallPhoto } from '#shared/listings/photos.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatLocalDateTime } from '#ui/kit/format.ts';
import { api } from '#ui/base/platform/api.ts';
import { layout } from '#ui/kit/layout.ts';
import { useListingNames } from '../listing-names.ts';
import { toHistoryLines } from './history-sentences.ts';
import { fieldName } from './listing-fields.ts';
import css from './ListingHistory.module.css';
import { useListingChange } from './use-listing-change.ts';

const MOST_THUMBNAILS = 6;

interface HistoryDetail {
  history: HistoryEntry[];
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
  const names = useListingNames();
  const lines = toHistoryLines(detail.history, names);
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
      {lines.length === 0 && <p className={layout.muted}>No changes since it was added to the directory.</p>}
      <ol className={css.lines}>
        {lines.map((line, index) => (
          // Lines have no id of their own.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={css.line}>
            <div className={css.text}>
              <span className={css.sentence}>{line.sentence}</span>
              {line.photos.length > 0 && (
                <span className={css.photos}>
                  {line.photos.slice(0, MOST_THUMBNAILS).map((url) => (
                    <img key={url} src={smallPhoto(url)} alt="" width={56} height={42} loading="lazy" />
                  ))}
                  {line.photos.length > MOST_THUMBNAILS && (
                    <span className={layout.muted}>and {line.photos.length - MOST_THUMBNAILS} more</span>
                  )}
                </span>
              )}
              <span className={layout.muted}>
                {formatLocalDateTime(line.at)} · {line.by}
              </span>
            </div>
            {mayEdit && line.restoreId !== null && (
              <Button
                size="small"
                variant="quiet"
                busy={restore.isPending && restore.variables === line.restoreId}
                onClick={() => restore.mutate(line.restoreId!)}
                aria-label={`Restore ${fieldName(line.field)} of ${formatLocalDateTime(line.at)}`}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
