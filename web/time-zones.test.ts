import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from './time-zone-report.ts';

const child = fileURLToPath(new URL('./time-zone-report.ts', import.meta.url));
type Json<T> = T extends Date ? string : T extends readonly (infer U)[] ? Json<U>[] : T extends object ? { [K in keyof T]: Json<T[K]> } : T; // prettier-ignore

/** Runs the report in a process with this time zone. */
async function inZone(TZ: string): Promise<{ zone: string; report: Json<Report> }> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', child], {
    env: { PATH: process.env.PATH, TZ },
    maxBuffer: 10_000_000,
  });
  return JSON.parse(stdout) as { zone: string; report: Json<Report> };
}

const zones = ['UTC', 'America/New_York', 'Asia/Kolkata'];
let reports: { zone: string; report: Json<Report> }[];
beforeAll(async () => {
  reports = await Promise.all(zones.map(inZone));
}, 60_000);

describe('in any process time zone', () => {
  it('schedules, due dates, days, opening hours, and formatted dates are the same', () => {
    expect(reports.map(({ zone }) => zone.replace('Asia/Calcutta', 'Asia/Kolkata'))).toEqual(zones);
    expect(reports[1]!.report).toEqual(reports[0]!.report);
    expect(reports[2]!.report).toEqual(reports[0]!.report);
  });
});

describe('across daylight saving changes', () => {
  it('articles are published at 9:00 AM and 3:00 PM in New York', () => {
    const [spring, autumn] = reports[0]!.report.slots;
    expect(spring!.slice(0, 6)).toEqual([
      '2026-03-07T14:00:00.000Z',
      '2026-03-07T20:00:00.000Z',
      '2026-03-08T13:00:00.000Z',
      '2026-03-08T19:00:00.000Z',
      '2026-03-09T13:00:00.000Z',
      '2026-03-09T19:00:00.000Z',
    ]);
    expect(autumn!.slice(0, 6)).toEqual([
      '2026-10-31T13:00:00.000Z',
      '2026-10-31T19:00:00.000Z',
      '2026-11-01T14:00:00.000Z',
      '2026-11-01T20:00:00.000Z',
      '2026-11-02T14:00:00.000Z',
      '2026-11-02T20:00:00.000Z',
    ]);
  });

  it('a nightly job runs once each night', () => {
    expect(reports[0]!.report.nights.map((list) => list.map((at) => at.slice(8, 16)))).toEqual([
      ['07T07:30', '08T07:30', '09T07:30'],
      ['31T07:30', '01T07:30', '02T07:30'],
      ['28T07:30', '29T07:30', '30T07:30'],
      ['31T07:30', '01T07:30', '02T07:30'],
    ]);
  });

  it('a claim is due at 5 PM in New York', () => {
    const due = new Set(reports[0]!.report.due.map((at) => at.slice(0, 19)));
    // Submitted on Friday evening, Saturday and Sunday 8 March 2026: Wednesday in summer time.
    expect(due).toContain('2026-03-11T21:00:00');
    // Submitted on Saturday and Sunday 1 November 2026: Wednesday in winter time.
    expect(due).toContain('2026-11-04T22:00:00');
    expect([...due].every((at) => /T2[12]:00:00$/.test(at))).toBe(true);
  });

  it('reporting days have 23 and 25 hours, and none is skipped', () => {
    const { listed, between, before, next, days } = reports[0]!.report;
    expect(listed).toEqual([
      ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'],
      ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'],
    ].map((list, index) => [...list, index === 0 ? '2026-03-10' : '2026-11-03'])); // prettier-ignore
    expect(between).toEqual([31, 61]);
    expect(before).toEqual({ from: '2026-02-06', to: '2026-03-07' });
    expect(next).toBe('2026-11-02');
    expect(days.slice(0, 9)).toEqual([
      '2026-03-07', '2026-03-07', '2026-03-08', '2026-03-08', '2026-03-08', '2026-03-08', '2026-03-08', '2026-03-08', '2026-03-09',
    ]); // prettier-ignore
  });

  it('a practice opens by its local time', () => {
    const { walls, open } = reports[0]!.report;
    const sunday = 6 * 1440;
    // 1:59:59, then 3:00: the hour between is missing in New York; Phoenix and Honolulu have no such day.
    expect(walls[3]).toEqual([sunday + 119, sunday - 1, sunday - 61, sunday - 181, sunday + 179]);
    expect(walls[4]).toEqual([sunday + 180, sunday, sunday - 60, sunday - 180, sunday + 180]);
    // Open from 1 to 4 on Sundays: through the missing hour, and through the hour that comes twice.
    expect([3, 4, 6].map((index) => open[index]![0])).toEqual([true, true, false]);
    expect([9 + 3, 9 + 4, 9 + 6].map((index) => open[index]![0])).toEqual([true, true, true]);
  });

  it('the launch discount ends with the last second of June 2025 in New York', () => {
    expect(reports[0]!.report.launch).toEqual([true, true, true, false]);
  });
});
