import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readSampleData, removeSampleData, type SampleData } from '#contract/opening/sample-data.ts';
import { PasswordDialog } from '#ui/accounts/account/PasswordDialog.tsx';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Spinner } from '#ui/kit/display/Spinner.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';

const nouns: Record<keyof SampleData['figures'], [one: string, many: string]> = {
  listings: ['listing', 'listings'],
  reviews: ['review', 'reviews'],
  claims: ['claim', 'claims'],
  practices: ['practice', 'practices'],
  accounts: ['account', 'accounts'],
  articles: ['article', 'articles'],
};

const describeFigures = (figures: SampleData['figures']): string =>
  Object.entries(nouns)
    .map(([name, [one, many]]) => {
      const count = figures[name as keyof typeof nouns];
      return `${formatNumber(count)} ${count === 1 ? one : many}`;
    })
    .join(', ');

/** Says what is sample data, and removes it in one step. Renders nothing in a directory without sample data. */
export function SampleDataCard() {
  const client = useQueryClient();
  const query = queryOf(readSampleData, {});
  const { data } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.isBeingRemoved ? 2_000 : false),
  });
  const [asking, setAsking] = useState(false);
  if (!data?.isPresent) return null;
  const { figures, kept, isBeingRemoved } = data;
  return (
    <Card as="section" id="sample-data" aria-labelledby="sample-data-title">
      <div className={layout.stack}>
        <h2 id="sample-data-title">Sample data</h2>
        <p>
          The sample data is invented: {describeFigures(figures)}. While it’s here, search engines are asked not to list
          this site.
        </p>
        {kept.count > 0 && (
          <div className={layout.tight}>
            <p>
              {kept.count === 1
                ? 'One sample listing stays, because people have made something for it:'
                : `${formatNumber(kept.count)} sample listings stay, because people have made something for them:`}
            </p>
            <ul className={layout.bullets}>
              {kept.listings.map(({ id, name, place, reasons }) => (
                <li key={id}>
                  <Link to={`/admin/listings?open=${id}`}>{name}</Link>, {place}: {reasons.join(', ')}
                </li>
              ))}
              {kept.count > kept.listings.length && <li>and {formatNumber(kept.count - kept.listings.length)} more</li>}
            </ul>
          </div>
        )}
        {isBeingRemoved ? (
          <p className={layout.row} role="status">
            <Spinner /> Removing the sample data…
          </p>
        ) : (
          <div>
            <Button variant="danger" onClick={() => setAsking(true)}>
              Remove the sample data
            </Button>
          </div>
        )}
      </div>
      <PasswordDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remove the sample data?"
        description={`This deletes ${describeFigures(figures)}. What people have made stays. You can’t undo it.`}
        actionLabel="Remove the sample data"
        run={async (password) => {
          client.setQueryData(query.queryKey, await api(removeSampleData, { body: { password } }));
        }}
      />
    </Card>
  );
}
