import type { StaffHome } from '#contract/home/staff-home.ts';

type Changed = StaffHome['changed'][number];
export type ChangedRow = Changed & { times: number };

/** Merges a person's logins from the same device into one row, because the latest is enough. */
export function joinLogins(changed: readonly Changed[]): ChangedRow[] {
  const joined: ChangedRow[] = [];
  for (const change of changed) {
    const same =
      change.kind === 'sign-ins' &&
      joined.find(
        ({ kind, subjectId, what }) => kind === change.kind && subjectId === change.subjectId && what === change.what,
      );
    if (same) same.times += 1;
    else joined.push({ ...change, times: 1 });
  }
  return joined;
}

export function describeRow({ kind, by, what, times }: ChangedRow): string {
  if (kind === 'transfers') return `${what} was transferred to ${by ?? 'a former account'}`;
  const person = by ?? 'Former staff';
  if (kind === 'imports') return `${person} imported ${what}`;
  if (kind === 'merges') return `${person} merged a duplicate into ${what}`;
  return [times > 1 ? `${person} logged in ${times} times` : `${person} logged in`, what].filter(Boolean).join(': ');
}
