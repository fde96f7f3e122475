import { describe, expect, it } from 'vitest';
import { createRowCleaner } from '../clean/clean-rows.ts';
import type { CsvRow } from '../read/csv.ts';
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
    const plain = { hasProblems: false, hasBlankNames: false };
    expect(await facts(['Jane Doe', '', '', '78701'])).toEqual(plain);
    expect(await facts(['', 's1', ''])).toEqual({ ...plain, hasBlankNames: true });
    expect(await facts(['Jane Doe', 'unknown', ''])).toEqual({ ...plain, hasProblems: true });
  });
});
