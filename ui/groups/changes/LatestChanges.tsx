import { useQuery } from '@tanstack/react-query';
import { latestGroupChanges, openGroupChange, undoGroupChange } from '#contract/groups/group-changes.ts';
import type { Group } from '#contract/groups/groups.ts';
import { BulkProgress } from '#ui/admin/table/BulkProgress.tsx';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { formatLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { describeValues } from './describe-values.ts';

/** The last changes of a group's locations, with their progress and their undo. */
export function LatestChanges({ group, startedId }: { group: Group; startedId: number | null }) {
  const params = { id: String(group.id) };
  const { data } = useQuery({ ...queryOf(latestGroupChanges, { params }), refetchOnMount: 'always' });
  if (!data || data.length === 0) return null;
  return (
    <section className={layout.stack} aria-labelledby="latest-changes">
      <h2 id="latest-changes" className={layout.heading}>
        Latest changes
      </h2>
      <ul className={layout.stack}>
        {data.map(({ id, values, author, createdAt }) => (
          <li key={id} className={layout.tight} aria-current={id === startedId || undefined}>
            <p>{describeValues(values).join('; ')}</p>
            <p className={layout.note}>{[author, formatLocalDate(createdAt)].filter(Boolean).join(' · ')}</p>
            <BulkProgress
              id={id}
              one="location"
              many="locations"
              calls={{
                query: queryOf(openGroupChange, { params: { ...params, change: String(id) } }),
                undo: () => api(undoGroupChange, { params: { ...params, change: String(id) } }),
                changes: [`/api/user/groups/${group.id}`, '/api/user/dentists', '/api/dentists'],
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
