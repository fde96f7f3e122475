import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reports, type ReportId } from '#shared/insights/reports.ts';
import { convertXlsx } from '#server/bulk/read/xlsx/convert-xlsx.ts';
import { formatPeriod } from './report-dates.ts';
import { reportTitle, type CachedReport } from './report-csv.ts';
import { reportHtml } from './report-file.ts';
import { reportXlsx } from './report-xlsx.ts';

const cachedReport: CachedReport = {
  generatedAt: '2025-03-10T11:55:00Z',
  period: { from: '2025-03-04', to: '2025-03-10' },
  previous: { from: '2025-02-25', to: '2025-03-03' },
  rows: [
    { day: '2025-03-05', measure: 'searches', key: '', n: 1234 },
    { day: '2025-03-05', measure: 'empty_searches', key: '', n: 617 },
    { day: '2025-03-05', measure: 'search', key: '=cmd|\u0001<b>', n: 7 },
    { day: '2025-03-06', measure: 'claims_submitted', key: '', n: 4 },
    { day: '2025-03-06', measure: 'claims_decided', key: 'approved', n: 3 },
    { day: '2025-03-06', measure: 'claims_decided', key: 'rejected', n: 1 },
    { day: '2025-03-06', measure: 'claim_seconds', key: '', n: 4 * 7_200 },
    { day: '2025-03-06', measure: 'claims_late', key: '', n: 1 },
  ],
  previousRows: [],
};

describe('a report on paper', () => {
  it('names the site', () => {
    const brand = 'Bright Bay & Sons';
    expect(reportHtml('search-analytics', { ...cachedReport, brand })).toContain('<p>Bright Bay &#38; Sons</p>\n<h1>');
    expect(reportHtml('search-analytics', cachedReport)).toContain('<body>\n<h1>');
    for (const id of Object.keys(reports) as ReportId[])
      expect(reportHtml(id, { ...cachedReport, brand }).replaceAll(/url\(data:[^)]*\)/g, '')).not.toMatch(/enamel/i);
  });

  it('brings its fonts, and writes dates as people do', () => {
    const html = reportHtml('search-analytics', cachedReport);
    for (const font of ['Figtree', 'Fraunces'])
      expect(html).toMatch(new RegExp(`font-family: ${font}; src: url\\(data:font/woff2;base64,\\w{100}`));
    expect(html).toContain('font-src data:');
    // An inline chart would leave a gap below, and its border would be cut at the edge of the page.
    expect(html).toMatch(/\nsvg \{ display: block; box-sizing: border-box;/);
    expect(html).toContain('March 4 to 10, 2025, compared with February 25 to March 3, 2025.');
    const shown = html.slice(html.indexOf('<body>'));
    expect(shown).toContain('<td class="">Mar 5, 2025</td>');
    expect(shown).toContain('>Mar 4</text>');
    expect(shown).not.toMatch(/\d{4}-\d\d-\d\d/);
  });

  it('names a period without repeating itself', () => {
    const name = (from: string, to: string) => formatPeriod({ from, to });
    expect(name('2025-03-04', '2025-03-04')).toBe('March 4, 2025');
    expect(name('2024-12-30', '2025-01-05')).toBe('December 30, 2024 to January 5, 2025');
  });
});

describe('a report as a workbook', () => {
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'enamel-report-'));
    path = join(folder, 'report.xlsx');
    const { title, make } = reports['search-analytics'];
    await writeFile(path, await reportXlsx(title, make(cachedReport), cachedReport));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const read = async (sheet: string) => {
    const { sheets } = await convertXlsx(path, join(folder, 'sheet.csv'), { sheet });
    return { sheets, lines: (await readFile(join(folder, 'sheet.csv'), 'utf8')).split('\n') };
  };

  it('has a sheet of figures and one for each table, with numbers and dates as such', async () => {
    const { sheets, lines } = await read('Figures');
    expect(sheets).toEqual(['Figures', 'Top searches', 'Searches without results', 'By day']);
    expect(lines.slice(3, 5)).toEqual(['Searches,1234,0', 'Found nothing,0.5']);
    // Only a date cell, which is a number with a date format, is read as a day of this form.
    expect((await read('By day')).lines[2]).toMatch(/^2025-03-05,1234,617,/);
  });

  it('keeps a formula as text, and drops what XML forbids', async () => {
    // The reader returns the result of a formula, and this one has none.
    expect((await read('Top searches')).lines[1]).toBe('1,=cmd|<b>,7');
  });
});

describe('every report', () => {
  it.each(Object.keys(reports) as ReportId[])('%s is made without figures, too', (id) => {
    const empty = { ...cachedReport, rows: [] };
    const { figures, charts, tables } = reports[id].make(empty);
    expect([figures.length >= 4, charts.length >= 2, tables.length >= 1]).toEqual([true, true, true]);
    expect(reportHtml(id, empty).replace(/<style>[^]*<\/style>/, '')).not.toMatch(/NaN|undefined|Infinity/);
    expect(reportTitle(id, empty)).toMatch(/^\w[\w ]+ 2025-03-04 to 2025-03-10$/);
  });

  it('of claims counts decisions, their time, and the late ones', () => {
    const figures = reports['claim-review'].make(cachedReport).figures;
    expect(Object.fromEntries(figures.map(({ label, value }) => [label, value]))).toEqual({
      Submitted: 4,
      Approved: 3,
      Rejected: 1,
      'Hours to a decision, on average': 2,
      'Decided on time': 0.75,
      Pending: null,
      Overdue: null,
    });
  });
});
