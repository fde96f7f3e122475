import { format } from 'prettier';
import { expect, it } from 'vitest';
import { isTestFile, listFiles, readSource } from './test/laws/source-files.ts';
import type { Schedule } from './base/jobs/queue.ts';
import { timetable } from './schedule.ts';

const days: Record<string, string> = { '*': 'every day', '0': 'on Sundays', '1': 'on Mondays', '1-5': 'on weekdays' };
const clockTime = (hour: number, minute: string) =>
  `${((hour + 11) % 12) + 1}:${minute.padStart(2, '0')} ${hour < 12 ? 'a.m.' : 'p.m.'}`;

/** When a job runs, in UTC and in New York. */
function describe(schedule: Schedule): [utc: string, newYork: string] {
  if (typeof schedule !== 'string') return [`every ${schedule.everySeconds} seconds`, ''];
  const [minute, hour, date, , weekday] = schedule.split(' ') as [string, string, string, string, string];
  if (minute === '*') return ['every minute', ''];
  if (minute.startsWith('*/')) return [`every ${minute.slice(2)} minutes`, ''];
  if (hour === '*') return [`${minute} minutes past every hour`, ''];
  const day = date === '*' ? days[weekday] : `on day ${date} of the month`;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return [`${time} ${day}`, `${clockTime(Number(hour) - 5, minute)}, ${clockTime(Number(hour) - 4, minute)} in summer`];
}

it('docs/schedule.md shows when every job runs', async () => {
  const lines = timetable.map(({ name, schedule }) => `| ${[name, ...describe(schedule!)].join(' | ')} |`);
  const text = `# Schedule

The jobs of \`server/schedule.ts\`, which one of the servers runs at each of these times. Staff see failed jobs on their
home page. After a change, \`npx vitest run --config server/test/vitest.config.ts server/schedule.test.ts -u\` writes this file.

| job | UTC | New York |
| --- | --- | --- |
${lines.join('\n')}
`;
  await expect(await format(text, { parser: 'markdown', printWidth: 120 })).toMatchFileSnapshot('../docs/schedule.md');
});

it('each job has one name and one time', () => {
  const names = timetable.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  const others = listFiles(['server'], /\.ts$/).filter(
    (file) => !isTestFile(file) && /\bscheduled\(/.test(readSource(file)),
  );
  expect(others).toEqual(['server/schedule.ts']);
});
