import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reports } from '#shared/insights/reports.ts';
import { scaleOf } from '#shared/insights/report-svg.ts';
import { ConsoleError } from '../../bridge/calls.ts';
import type { CachedReport } from '../../offline/report-csv.ts';
import { latestDue, nextDue, openPlans } from '../../offline/schedule.ts';
import type { Clock } from '../host.ts';
import { Scheduler } from './scheduler.ts';
import { createTestHost } from '../../e2e/harness/main/test-host.ts';
import { makeFolder } from '../../e2e/harness/main/test-folder.ts';

const zone = process.env.TZ;
beforeAll(() => void (process.env.TZ = 'America/New_York'));
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const cachedReport: CachedReport = {
  generatedAt: '2025-03-10T11:55:00Z',
  period: { from: '2025-03-04', to: '2025-03-10' },
  previous: { from: '2025-02-25', to: '2025-03-03' },
  rows: [
    { day: '2025-03-05', measure: 'searches', key: '', n: 1234 },
    { day: '2025-03-05', measure: 'search', key: '=whitening, "quoted"', n: 7 },
  ],
  previousRows: [{ day: '2025-02-26', measure: 'searches', key: '', n: 1000 }],
};

const monday = { weekday: 1, time: '08:00' };
const plan = {
  id: 'search-analytics' as const,
  days: 7 as const,
  when: monday,
  formats: ['csv' as const, 'pdf' as const],
};

describe('due dates', () => {
  const at = (text: string) => new Date(text);
  it('are Mondays at eight', () => {
    expect(latestDue(at('2025-03-17T07:59:59'), monday).toISOString()).toBe('2025-03-10T12:00:00.000Z');
    expect(latestDue(at('2025-03-17T08:00:00'), monday).toISOString()).toBe('2025-03-17T12:00:00.000Z');
    expect(latestDue(at('2025-03-23T23:00:00'), monday).toISOString()).toBe('2025-03-17T12:00:00.000Z');
  });
  it('stay at eight across daylight saving changes', () => {
    // March 3 is standard time (13:00 UTC), March 10 is daylight saving time (12:00 UTC).
    expect(nextDue(at('2025-03-03T09:00:00'), monday).toISOString()).toBe('2025-03-10T12:00:00.000Z');
    expect(latestDue(at('2025-03-09T12:00:00'), monday).toISOString()).toBe('2025-03-03T13:00:00.000Z');
    expect(nextDue(at('2025-10-27T08:00:00'), monday).toISOString()).toBe('2025-11-03T13:00:00.000Z');
  });
});

describe('chosen due dates', () => {
  const at = (text: string) => new Date(text);
  it('are every day, or one day of the week, at the chosen time', () => {
    const daily = { weekday: null, time: '17:30' };
    expect(latestDue(at('2025-03-17T17:29:59'), daily)).toEqual(at('2025-03-16T17:30:00'));
    expect(latestDue(at('2025-03-17T17:30:00'), daily)).toEqual(at('2025-03-17T17:30:00'));
    expect(nextDue(at('2025-03-17T18:00:00'), daily)).toEqual(at('2025-03-18T17:30:00'));
    const sunday = { weekday: 0, time: '00:05' };
    expect(latestDue(at('2025-03-17T12:00:00'), sunday)).toEqual(at('2025-03-16T00:05:00'));
    expect(nextDue(at('2025-03-16T00:05:00'), sunday)).toEqual(at('2025-03-23T00:05:00'));
  });
});

describe('a scheduled report', () => {
  let home: string;
  let folder: string;
  let now: Date;
  let look: () => void;
  let readReport: () => CachedReport;
  let printed: string[];
  let notifications: string[];
  let user: string;
  beforeEach(async () => {
    home = makeFolder();
    folder = join(home, 'Reports');
    await mkdir(folder);
    now = new Date('2025-03-05T15:00:00');
    readReport = () => cachedReport;
    printed = [];
    notifications = [];
    user = 'a@example.com';
  });

  const clock: Clock = {
    now: () => now,
    every(_ms, call) {
      look = call;
      return () => {};
    },
  };
  /** Simulates a restart: the new scheduler only knows what is on disk. */
  const start = () => {
    const host = createTestHost(home, {
      clock,
      printPdf: async (html) => {
        printed.push(html);
        return Buffer.from('%PDF');
      },
      notify: (title, body) => void notifications.push(`${title}: ${body}`),
    });
    const answers = {
      get: () => ({ text: JSON.stringify({ ...readReport(), timeZone: 'America/New_York' }), at: '' }),
    };
    const session = {
      get owner() {
        return { server: 'https://a.example', user };
      },
    };
    const rest = { servers: { brand: 'Enamel' }, sync: async () => {}, publishState: () => {} };
    const scheduler = new Scheduler({ host, answers, session, ...rest } as never);
    scheduler.start();
    return scheduler;
  };
  const at = async (scheduler: Scheduler, time: string) => {
    now = new Date(time);
    look();
    await scheduler.writeDueReports();
  };
  const files = async () => (await readdir(folder)).sort();
  const names = ['Search analytics 2025-03-04 to 2025-03-10.csv', 'Search analytics 2025-03-04 to 2025-03-10.pdf'];

  it('is written once when it is due, as CSV and PDF', async () => {
    const scheduler = start();
    await scheduler.add(plan, folder);
    await at(scheduler, '2025-03-10T07:59:30');
    expect(await files()).toEqual([]);
    await at(scheduler, '2025-03-10T08:00:00');
    expect(await files()).toEqual(names);
    const csv = await readFile(join(folder, names[0]!), 'utf8');
    expect(csv).toContain('Searches,1234,1000\r\n');
    expect(csv).toContain(`1,"'=whitening, ""quoted""",7\r\n`);
    for (const { label } of reports['search-analytics'].make(cachedReport).figures)
      expect(printed[0]).toContain(`<dt>${label}</dt>`);
    expect(printed[0]).toContain('1,234');
    expect(printed[0]).not.toMatch(/<script|"quoted"/);
    expect(notifications).toEqual(['Report saved: Search analytics 2025-03-04 to 2025-03-10']);
    for (const time of ['2025-03-10T08:00:30', '2025-03-12T00:00:00', '2025-03-17T07:59:00']) await at(scheduler, time);
    expect(printed).toHaveLength(1);
    await at(scheduler, '2025-03-17T08:00:10');
    expect(printed).toHaveLength(2);
  });

  it('is written at its own time, and only in its own formats', async () => {
    const scheduler = start();
    await scheduler.add({ ...plan, when: { weekday: null, time: '16:00' }, formats: ['csv'] }, folder);
    expect(scheduler.list()).toMatchObject([{ formats: ['csv'], next: new Date('2025-03-05T16:00:00').toISOString() }]);
    await at(scheduler, '2025-03-05T16:00:10');
    expect(await files()).toEqual(['Search analytics 2025-03-04 to 2025-03-10.csv']);
  });

  it('keeps its Monday and its formats from before they could be chosen', async () => {
    const { when, formats, ...older } = plan;
    expect([when, formats]).toEqual([monday, ['csv', 'pdf']]);
    const saved = { ...older, key: 'k', server: 's', user: 'u', folder, doneFor: '2025-03-03T13:00:00Z', last: null };
    await writeFile(join(home, 'schedule.json'), JSON.stringify([saved]));
    expect(openPlans(join(home, 'schedule.json')).value).toEqual([{ ...saved, when, formats }]);
    await writeFile(join(home, 'schedule.json'), JSON.stringify([{ ...saved, when, formats: ['xlsx', 'csv', 'pdf'] }]));
    expect(openPlans(join(home, 'schedule.json')).value).toEqual([{ ...saved, when, formats }]);
  });

  it('is written once after three weeks off, and not again after a restart', async () => {
    await start().add(plan, folder);
    now = new Date('2025-03-26T10:00:00');
    const later = start();
    await later.writeDueReports();
    expect(printed).toHaveLength(1);
    expect(later.list()).toMatchObject([{ folder: 'Reports', next: '2025-03-31T12:00:00.000Z', last: { ok: true } }]);
    await start().writeDueReports();
    expect(printed).toHaveLength(1);
  });

  it('waits for its figures and its folder, and reports each problem once', async () => {
    const scheduler = start();
    await scheduler.add(plan, folder);
    readReport = () => {
      throw new ConsoleError('offline', 'These figures have not been fetched yet.');
    };
    for (const time of ['2025-03-10T08:00:00', '2025-03-10T08:00:30', '2025-03-10T08:01:00']) await at(scheduler, time);
    readReport = () => cachedReport;
    await rm(folder, { recursive: true });
    await at(scheduler, '2025-03-10T08:02:00');
    expect(scheduler.list()[0]!.last).toMatchObject({ ok: false, message: 'The folder “Reports” no longer exists.' });
    await mkdir(folder);
    await at(scheduler, '2025-03-10T09:00:00');
    expect(await files()).toEqual(names);
    expect(notifications).toEqual([
      'A report could not be saved: These figures have not been fetched yet.',
      'A report could not be saved: The folder “Reports” no longer exists.',
      'Report saved: Search analytics 2025-03-04 to 2025-03-10',
    ]);
  });

  it('is not written for another person or after it was removed', async () => {
    const scheduler = start();
    await scheduler.add(plan, folder);
    const { key } = scheduler.list()[0]!;
    user = 'b@example.com';
    await at(scheduler, '2025-03-10T08:00:00');
    expect([scheduler.list(), printed]).toEqual([[], []]);
    user = 'a@example.com';
    await scheduler.remove(key);
    await at(scheduler, '2025-03-10T08:00:30');
    expect(printed).toEqual([]);
    await expect(scheduler.add(plan, join(home, 'schedule.json'))).rejects.toThrow('is not a folder');
  });
});

it('ends chart axes at a round number', () => {
  for (const [largest, top] of [
    [0, 1],
    [1, 1],
    [4, 4],
    [7, 8],
    [99, 100],
    [101, 150],
    [1234, 1500],
  ] as const)
    // prettier-ignore
    expect(scaleOf(largest).top, String(largest)).toBe(top);
});
