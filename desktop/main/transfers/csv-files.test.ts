import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CsvState, ConsoleEvent } from '../../bridge/shapes.ts';
import { createHandlers } from '../handlers.ts';
import { ConsoleTest } from '../../e2e/harness/main/console-test.ts';

const events: ConsoleEvent[] = [];
const test: ConsoleTest = new ConsoleTest({
  askSave: async (name) => join(test.folder, name),
  sendEvent: (event) => void events.push(event),
});
const handlers = () => createHandlers(test.staffConsole);
const waitUntilRead = async (file: string): Promise<CsvState> => {
  const last = () =>
    events.findLast((event) => event.kind === 'csv' && event.state.file === file) as { state: CsvState } | undefined;
  await expect.poll(() => last()?.state.state, { timeout: 20_000 }).toBe('read');
  return last()!.state;
};

describe('CSV import over the bridge', () => {
  it('opens, checks, imports, and undoes a file', async () => {
    const bad = (n: number) => n % 300 === 5;
    const rows = Array.from(
      { length: 2_600 },
      (_, n) => `Dr. Way In ${n},(617) ${200 + (n % 700)}-${1_000 + n},Boston,MA,${bad(n) ? `x${n}` : '02118'}`,
    );
    const { files, csv, save } = handlers();
    const file = await test.drop('people.csv', `name,phone,city,state,zipCode\r\n${rows.join('\r\n')}\r\n`);
    // React renders twice in development, so the page may open a file twice at once.
    const [first, second] = await Promise.all([csv({ do: 'open', file }), csv({ do: 'open', file })]);
    expect(first).toMatchObject({ kind: 'state', columns: second && 'columns' in second ? second.columns : null });
    expect(await waitUntilRead(file)).toMatchObject({ rows: 2_600, badRows: 9, encoding: 'utf-8' });

    const sent = await csv({ do: 'send', file, dryRun: true });
    const run = sent && 'run' in sent ? sent.run : 0;
    expect(await test.waitForRun(run)).toMatchObject({ status: 'ready', rowsNew: 2_591, rowsRefused: 9 });
    expect(test.staffConsole.state().jobs.at(-1)).toMatchObject({ kind: 'check', state: 'done' });

    await test.call('POST', `/api/admin/imports/${run}/commit`, {});
    expect(await test.waitForRun(run)).toMatchObject({
      status: 'done',
      message: expect.stringContaining('Imported 2,591 rows') as string,
    });
    await save({ url: `/api/admin/imports/${run}/refused.csv`, name: 'refused.csv' });
    const refused = await readFile(join(test.folder, 'refused.csv'), 'utf8');
    expect(refused.trim().split(/\r?\n/)).toHaveLength(10);

    await test.call('POST', `/api/admin/imports/${run}/undo`);
    expect(await test.app.deps.db('dentists').where('name', 'like', 'Dr. Way In%').whereNull('deletedAt')).toEqual([]);
    expect((await files({ do: 'recent' })).map(({ name }) => name)).toEqual(['people.csv']);
    await csv({ do: 'close', file });
    await expect(csv({ do: 'rows', file, from: 0, count: 1 })).rejects.toMatchObject({ code: 'no_such_file' });
  });

  it('ends with the state of the whole file after a new mapping, whichever arrives first', async () => {
    const { csv } = handlers();
    const file = await test.drop('remapped.csv', `Who,Where\n${'Ann,Boston\n'.repeat(3_000)}`);
    await csv({ do: 'open', file });
    await waitUntilRead(file);
    for (let n = 0; n < 10; n++) {
      const answer = (await csv({ do: 'map', file, mapping: { Who: n % 2 ? 'name' : 'lastName' } })) as CsvState;
      if (answer.state === 'read') continue;
      // Earlier events don't count, because the answer replaces their state.
      const eventsBefore = events.length;
      const laterEvents = () => events.slice(eventsBefore).filter(({ kind }) => kind === 'csv');
      await expect.poll(() => laterEvents().at(-1)).toMatchObject({ state: { state: 'read' } });
    }
    await csv({ do: 'close', file });
  });

  it('reads a changed file again, with the saved mapping', async () => {
    const { csv } = handlers();
    const file = await test.drop('odd.csv', 'Who,Where\nAnn,Boston\n');
    await csv({ do: 'open', file });
    await csv({ do: 'map', file, mapping: { Who: 'name', Where: 'city' } });
    await test.drop('odd.csv', 'Who,Where\nAnn,Boston\nBen,Austin\n');
    const again = (await csv({ do: 'open', file })) as CsvState;
    expect(again.columns.map(({ field, how }) => [field, how])).toEqual([
      ['name', 'remembered'],
      ['city', 'remembered'],
    ]);
    expect(again.rows).toBe(2);
    expect(await csv({ do: 'rows', file, from: 1, count: 1 })).toMatchObject({
      rows: [{ line: 3, cells: ['Ben', 'Austin'] }],
    });
    await csv({ do: 'close', file });
  });
});
