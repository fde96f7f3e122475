import { ArrowRightLeft, FileUp, Merge, ScanFace } from 'lucide-react';
import type { StaffHome } from '#contract/admin/staff-home.ts';
import { formatLocalWeekdayTime } from '#ui/kit/format.ts';
import { HomeRow, HomeRows } from './HomeRow.tsx';

type Changed = StaffHome['changed'][number];
const icons = { imports: FileUp, merges: Merge, transfers: ArrowRightLeft, 'sign-ins': ScanFace };

function describe({ kind, by, what }: Changed): string {
  if (kind === 'transfers') return `${what} was transferred to ${by ?? 'a former account'}`;
  const person = by ?? 'Former staff';
  if (kind === 'imports') return `${person} imported ${what}`;
  if (kind === 'merges') return `${person} merged a duplicate into ${what}`;
  return what ? `${person} logged in: ${what}` : `${person} logged in`;
}

function pathOf({ kind, subjectId }: Changed): string {
  if (kind === 'imports') return `/admin/imports/${subjectId}`;
  if (kind === 'merges' || kind === 'transfers') return `/admin/listings?q=${subjectId}&open=${subjectId}`;
  return `/admin/users?open=${subjectId}`;
}

export const ChangedList = ({ changed }: { changed: readonly Changed[] }) => (
  <HomeRows>
    {changed.map((change) => (
      <HomeRow
        key={`${change.kind} ${change.subjectId} ${change.at}`}
        icon={icons[change.kind]}
        to={pathOf(change)}
        title={describe(change)}
        detail={formatLocalWeekdayTime(change.at)}
      />
    ))}
  </HomeRows>
);
