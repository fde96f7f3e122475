import { ArrowRightLeft, FileUp, Merge, ScanFace } from 'lucide-react';
import type { StaffHome } from '#contract/home/staff-home.ts';
import { formatLocalWeekdayTime } from '#ui/kit/format.ts';
import { describeRow, joinLogins, type ChangedRow } from './changed-rows.ts';
import { HomeRow, HomeRows } from './HomeRow.tsx';

const icons = { imports: FileUp, merges: Merge, transfers: ArrowRightLeft, 'sign-ins': ScanFace };

function pathOf({ kind, subjectId }: ChangedRow): string {
  if (kind === 'imports') return `/admin/imports/${subjectId}`;
  if (kind === 'merges' || kind === 'transfers') return `/admin/listings?q=${subjectId}&open=${subjectId}`;
  return `/admin/users?open=${subjectId}`;
}

export const ChangedList = ({ changed }: { changed: StaffHome['changed'] }) => (
  <HomeRows>
    {joinLogins(changed).map((change) => (
      <HomeRow
        key={`${change.kind} ${change.subjectId} ${change.at}`}
        icon={icons[change.kind]}
        to={pathOf(change)}
        title={describeRow(change)}
        detail={formatLocalWeekdayTime(change.at)}
      />
    ))}
  </HomeRows>
);
