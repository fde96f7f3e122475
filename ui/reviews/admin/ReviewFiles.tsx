import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Upload, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { importReviews, removeImportedReviews } from '#contract/reviews/import-reviews.ts';
import type { Reply } from '#contract/endpoint.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { api, fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { useDownload } from '#ui/base/use-download.ts';
import { postFile } from '#ui/bulk/upload.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';

/** Saves the published reviews as a file, and imports such a file into a directory without reviews. */
export function ReviewFiles({ imported }: { imported: number }) {
  const mayExport = useMay('exports.download');
  const mayImport = useMay('imports.manage');
  const { saving, save } = useDownload();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries();
  const input = useRef<HTMLInputElement>(null);
  const remove = useMutation({ mutationFn: () => api(removeImportedReviews, {}), onSuccess: refresh });
  const add = useMutation({
    mutationFn: async (file: File) =>
      JSON.parse(await postFile(importReviews.path, file)) as Reply<typeof importReviews>,
    onMutate: () => remove.reset(),
    onSuccess: refresh,
  });
  const problems = Object.entries(fieldsOf(add.error));
  if (!mayExport && !mayImport) return null;
  return (
    <section className={layout.stack} aria-labelledby="review-files">
      <h2 id="review-files">Export and import</h2>
      <p className={layout.hint}>
        The file has the published reviews and replies, without photos or email addresses. It can be imported only into
        a directory that has the same listings and no reviews. Imported reviews are marked “Imported.”
      </p>
      <div className={layout.row}>
        {mayExport && (
          <Button
            icon={<Download />}
            busy={saving === 'reviews'}
            onClick={() => void save('reviews', '/api/admin/export/reviews', 'reviews')}
          >
            Export CSV
          </Button>
        )}
        {mayImport && (
          <Button icon={<Upload />} busy={add.isPending} onClick={() => input.current?.click()}>
            Import CSV
          </Button>
        )}
        {mayImport && imported > 0 && (
          <Confirm
            title={`Remove ${describeCount(imported)}?`}
            description="They are deleted with the replies to them. Reviews that were written here stay. You can import the file again as long as the directory has no other reviews."
            action="Remove"
            danger
            trigger={
              <Button icon={<Undo2 />} busy={remove.isPending}>
                Remove imported reviews
              </Button>
            }
            onConfirm={() => {
              add.reset();
              return remove.mutateAsync();
            }}
          />
        )}
        <input
          ref={input}
          type="file"
          accept=".csv"
          hidden
          aria-label="CSV file of reviews"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Lets the user choose the same file again after fixing it.
            event.target.value = '';
            if (file) add.mutate(file);
          }}
        />
      </div>
      {add.isError && (
        <Callout tone="bad" title={sentenceOf(add.error)} announce>
          {problems.length > 0 && (
            <ul className={layout.bullets}>
              {problems.map(([line, reason]) => (
                <li key={line}>
                  {line}: {reason}
                </li>
              ))}
            </ul>
          )}
        </Callout>
      )}
      {add.isSuccess && (
        <Callout tone="good" announce>
          Imported {describeCount(add.data.imported, '')}.
        </Callout>
      )}
      {remove.isError && <Callout tone="bad" title={sentenceOf(remove.error)} announce />}
      {remove.isSuccess && (
        <Callout tone="good" announce>
          Removed {describeCount(remove.data.removed)}.
        </Callout>
      )}
    </section>
  );
}

const describeCount = (count: number, kind = 'imported '): string =>
  `${formatNumber(count)} ${kind}${count === 1 ? 'review' : 'reviews'}`;
