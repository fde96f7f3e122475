import { crc32, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { reports, type ReportId } from '#shared/insights/reports.ts';
import { formatPeriod } from './report-dates.ts';
import { reportTitle, type CachedReport } from './report-csv.ts';
import { reportHtml } from './report-file.ts';
import { columnName, reportXlsx } from './report-xlsx.ts';

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

/** Unpacks a zip file by its directory, and checks each checksum. */
function unzip(bytes: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  const end = bytes.length - 22;
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
  let at = bytes.readUInt32LE(end + 16);
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const [crc, packed, length] = [16, 20, 28].map((offset) =>
      offset === 28 ? bytes.readUInt16LE(at + offset) : bytes.readUInt32LE(at + offset),
    ) as [number, number, number];
    const name = bytes.toString('utf8', at + 46, at + 46 + length);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26);
    const plain = inflateRawSync(bytes.subarray(start, start + packed));
    expect([name, crc32(plain)]).toEqual([name, crc]);
    files[name] = plain.toString('utf8');
    at += 46 + length;
  }
  return files;
}

describe('a report on paper', () => {
  it('brings its fonts, and writes dates as people do', () => {
    const html = reportHtml('search-analytics', cachedReport);
    for (const font of ['Figtree', 'Fraunces'])
      expect(html).toMatch(new RegExp(`font-family: ${font}; src: url\\(data:font/woff2;base64,\\w{100}`));
    expect(html).toContain('font-src data:');
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
  const open = (id: ReportId) => unzip(reportXlsx(reports[id].title, reports[id].make(cachedReport), cachedReport));

  it('has a sheet of figures and one for each table, with numbers and dates as such', () => {
    const files = open('search-analytics');
    expect(files['xl/workbook.xml']!.match(/<sheet name="[^"]*"/g)).toEqual([
      '<sheet name="Figures"',
      '<sheet name="Top searches"',
      '<sheet name="Searches without results"',
      '<sheet name="By day"',
    ]);
    expect(files['xl/worksheets/sheet1.xml']).toContain('<c r="B4" s="2"><v>1234</v></c>');
    expect(files['xl/worksheets/sheet1.xml']).toContain('<c r="B5" s="3"><v>0.5</v></c>');
    // March 5, 2025 is day 45,721 of Excel's calendar.
    expect(files['xl/worksheets/sheet4.xml']).toContain('<c r="A3" s="4"><v>45721</v></c>');
    for (const path of files['[Content_Types].xml']!.match(/PartName="([^"]+)"/g)!)
      expect(Object.keys(files)).toContain(path.slice('PartName="/'.length, -1));
  });

  it('keeps a formula as text, and drops what XML forbids', () => {
    const sheet = open('search-analytics')['xl/worksheets/sheet2.xml']!;
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=cmd|&#60;b&#62;</t></is></c>');
    expect(sheet).not.toContain('<f>');
  });

  it('names columns after Z', () => {
    expect([0, 25, 26, 51, 52, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'AAA']);
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
