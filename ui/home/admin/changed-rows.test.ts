import { expect, it } from 'vitest';
import { describeRow, joinLogins } from './changed-rows.ts';

const change = (kind: 'imports' | 'merges' | 'transfers' | 'sign-ins', subjectId: number, what: string, hour = 9) => ({
  kind,
  subjectId,
  what,
  by: `Person ${subjectId}`,
  at: `2026-03-01T${String(hour).padStart(2, '0')}:00:00Z`,
});

it('changes read as sentences, with the logins of a person and device as one', () => {
  const rows = joinLogins([
    change('sign-ins', 1, 'Chrome on Linux', 12),
    change('imports', 2, 'new.csv'),
    change('sign-ins', 1, 'Chrome on Linux'),
    change('sign-ins', 1, 'Safari on iPhone'),
    change('sign-ins', 3, ''),
    change('merges', 4, 'Elm Dental'),
    change('transfers', 5, 'Oak Dental'),
    change('imports', 2, 'new.csv'),
  ]);
  expect(rows.map(describeRow)).toEqual([
    'Person 1 logged in 2 times: Chrome on Linux',
    'Person 2 imported new.csv',
    'Person 1 logged in: Safari on iPhone',
    'Person 3 logged in',
    'Person 4 merged a duplicate into Elm Dental',
    'Oak Dental was transferred to Person 5',
    'Person 2 imported new.csv',
  ]);
  expect(rows[0]!.at).toBe('2026-03-01T12:00:00Z');
});
