import { expect, it } from 'vitest';
import { Answers } from '../../offline/answers.ts';
import { fixedKeys } from '../../offline/data-keys.ts';
import { openVault } from '../../offline/vault.ts';
import { findKept } from './cached-reports.ts';

const pathOf = (id: string, from: string, to: string) => `/api/admin/reports/${id}/rows?from=${from}&to=${to}`;

it('shows the newest figures of as many days, if those of today are not there yet', async () => {
  const answers = new Answers(openVault('/none', fixedKeys(null)));
  await answers.open('ann');
  const put = (path: string, day: string) => answers.put(path, day, `2026-11-${day}T12:00:00.000Z`);
  await put(pathOf('audience', '2026-11-20', '2026-11-26'), '26');
  await put(pathOf('audience', '2026-11-21', '2026-11-27'), '27');
  await put(pathOf('audience', '2026-10-29', '2026-11-27'), '27');
  await put(pathOf('articles', '2026-11-22', '2026-11-28'), '28');
  const find = (from: string, to: string) => findKept(answers, pathOf('audience', from, to))?.text ?? null;
  expect(find('2026-11-22', '2026-11-28')).toBe('27');
  expect(find('2026-11-20', '2026-11-26')).toBe('26');
  expect(find('2026-11-27', '2026-11-28')).toBeNull();
  expect(findKept(answers, '/api/admin/users?page=1')).toBeNull();
});
