import { describe, expect, it } from 'vitest';
import { createRowCleaner } from '../clean/clean-rows.ts';
import type { CsvRow } from '../read/csv.ts';
import { RepeatFinder } from './repeat-finder.ts';
import { RowBuffer } from './row-buffer.ts';
import { selectColumns } from './stage-columns.ts';
import { stageRows, type StageCounts } from './stage.ts';

const fields = ['name', 'services', 'bio', 'zipCode'];

/** The columns of each staged row, and the counts of the file. */
async function stage(cells: string[][]): Promise<{ rows: string[][]; counts: StageCounts }> {
  const references = { services: new Map([1, 31, 32, 62, 63].map((id) => [`s${id}`, id])), practiceTypes: new Map() };
  async function* batches(): AsyncGenerator<CsvRow[]> {
    yield cells.map((row, index) => ({ cells: row, line: index + 2 }));
  }
  const staged = stageRows(
    { headers: fields, batches: batches() },
    createRowCleaner(fields, references, false),
    selectColumns(new Set(fields)),
  );
  let text = '';
  for (;;) {
    const next = await staged.next();
    if (next.done) {
      const lines = text.split('\n').slice(0, -1);
      return { rows: lines.map((line) => line.split('\t')), counts: next.value };
    }
    text += Buffer.from(next.value.bytes).toString();
  }
}

describe('staged rows', () => {
  it('have a bit for each of the first 62 services', async () => {
    const { rows } = await stage([
      ['Jane Doe', 'S63; s62;S32| s31;s1;S1', ''],
      ['John Roe', 's31', ''],
    ]);
    expect(rows.map((row) => row.slice(3, 5))).toEqual([
      ['{1,31,32,62,63}', (1n | (1n << 30n) | (1n << 31n) | (1n << 61n)).toString()],
      ['{31}', (1n << 30n).toString()],
    ]);
  });
  it('leave names beyond ASCII to the database', async () => {
    const ascii = await stage([['Jane Doe', '', '']]);
    expect([ascii.rows[0]![6], ascii.counts.hasUnfoldedNames]).toEqual(['jane doe', false]);
    const accented = await stage([['Zoë Doe', '', '']]);
    expect([accented.rows[0]![6], accented.counts.hasUnfoldedNames]).toEqual(['\\N', true]);
    expect((await stage([['', 's1', 'A bio']])).counts.hasUnfoldedNames).toBe(false);
  });
  it('come with facts that let the plan skip statements', async () => {
    const facts = async (...cells: string[][]) => (await stage(cells)).counts.facts;
    const plain = { hasProblems: false, hasBlankNames: false, repeatedRows: [] };
    const jane = (zip: string) => ['Jane Doe', '', '', zip];
    expect(await facts(jane('78701'), jane('78702'), ['John Roe', '', '', '78701'])).toEqual(plain);
    expect(await facts(jane('78701'), jane(''), ['JANE  DOE', '', '', '78701-1234'], jane('78701'))).toEqual({
      ...plain,
      repeatedRows: [1, 3, 4],
    });
    expect(await facts(['Zoë Doe', '', '', '78701'])).toEqual({ ...plain, repeatedRows: null });
    expect(await facts(['', 's1', ''])).toEqual({ ...plain, hasBlankNames: true });
    expect(await facts(['Jane Doe', 'unknown', ''])).toEqual({ ...plain, hasProblems: true });
  });
});

it('a row buffer keeps lines of any length', () => {
  const buffer = new RowBuffer();
  const batches = [['a', '日'.repeat(200_000), 'é'], [], ['b'.repeat(600_000), '']];
  for (const lines of batches) {
    for (const line of lines) buffer.add(line);
    expect(Buffer.from(buffer.take()).toString()).toBe(lines.map((line) => `${line}\n`).join(''));
  }
});

describe('the repeat finder', () => {
  it('finds all rows that share their name and ZIP code, however many there are', () => {
    const finder = new RepeatFinder();
    for (let row = 1; row <= 200_000; row++) finder.add(`jane ${row % 199_990}`, '78701', row);
    const shared = Array.from({ length: 10 }, (_, n) => [n + 1, n + 199_991]).flat();
    expect(finder.rows).toEqual(expect.arrayContaining(shared));
    expect(finder.rows!.length).toBeLessThan(shared.length + 50);
  });
  it('lists none if the repeats or the rows are too many', () => {
    const finder = new RepeatFinder();
    for (let row = 1; row <= 20_000; row++) finder.add('jane doe', '78701', row);
    expect(finder.rows).toBeNull();
    const other = new RepeatFinder();
    for (let row = 1; row <= 1_100_000; row++) other.add(String(row), '', row);
    expect(other.rows).toBeNull();
  });
});
