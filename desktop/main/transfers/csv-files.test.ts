import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import type { CsvState, ConsoleEvent } from '../../bridge/shapes.ts';
import type { StaffConsole } from '../console.ts';
import { createHandlers } from '../handlers.ts';
import { callThrough, openConsoleOf } from '../../e2e/harness/main/test-host.ts';

let app: TestApp;
let folder: string;
let staffConsole: StaffConsole;
const events: ConsoleEvent[] = [];
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), 'enamel-csv-files-'));
  staffConsole = await openConsoleOf(app, folder, {
    askSave: async (name) => join(folder, name),
    sendEvent: (event) => void events.push(event),
  });
});
afterAll(async () => {
  await staffConsole.stop();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const call = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  callThrough<T>(staffConsole, method, path, body);
const waitUntilRead = async (file: string): Promise<CsvState> => {
  const last = () =>
    events.findLast((event) => event.kind === 'csv' && event.state.file === file) as { state: CsvState } | undefined;
  await expect.poll(() => last()?.state.state, { timeout: 20_000 }).toBe('read');
  return last()!.state;
};
const ended = async (id: number) => {
  for (;;) {
    const run = await call<{ status: string; message: string }>('GET', `/api/admin/imports/${id}`);
    if (run.status !== 'running') return run;
    await new Promise((done) => setTimeout(done, 50));
  }
};

describe('CSV import over the bridge', () => {
  it('opens, checks, imports, and undoes a file', async () => {
    const path = join(folder, 'people.csv');
    const bad = (n: number) => n % 300 === 5;
    const rows = Array.from(
      { length: 2_600 },
      (_, n) => `Dr. Way In ${n},(617) ${200 + (n % 700)}-${1_000 + n},Boston,MA,${bad(n) ? `x${n}` : '02118'}`,
    );
    await writeFile(path, `name,phone,city,state,zipCode\r\n${rows.join('\r\n')}\r\n`);
    const { files, take, csv, save } = createHandlers(staffConsole);
    const [{ file } = { file: '' }] = await take([path]);
    // React renders twice in development, so the page may open a file twice at once.
    const [first, second] = await Promise.all([csv({ do: 'open', file }), csv({ do: 'open', file })]);
    expect(first).toMatchObject({ kind: 'state', columns: second && 'columns' in second ? second.columns : null });
    expect(await waitUntilRead(file)).toMatchObject({ rows: 2_600, badRows: 9, encoding: 'utf-8' });

    const sent = await csv({ do: 'send', file, dryRun: true });
    const run = sent && 'run' in sent ? sent.run : 0;
    expect(await ended(run)).toMatchObject({ status: 'ready', rowsNew: 2_591, rowsRefused: 9 });
    expect(staffConsole.state().jobs.at(-1)).toMatchObject({ kind: 'check', state: 'done' });

    await call('POST', `/api/admin/imports/${run}/commit`, {});
    expect(await ended(run)).toMatchObject({
      status: 'done',
      message: expect.stringContaining('Imported 2,591 rows') as string,
    });
    await save({ url: `/api/admin/imports/${run}/refused.csv`, name: 'refused.csv' });
    const refused = await readFile(join(folder, 'refused.csv'), 'utf8');
    expect(refused.trim().split(/\r?\n/)).toHaveLength(10);

    await call('POST', `/api/admin/imports/${run}/undo`);
    expect(await app.deps.db('dentists').where('name', 'like', 'Dr. Way In%').whereNull('deletedAt')).toEqual([]);
    expect((await files({ do: 'recent' })).map(({ name }) => name)).toEqual(['people.csv']);
    await csv({ do: 'close', file });
    await expect(csv({ do: 'rows', file, from: 0, count: 1 })).rejects.toMatchObject({ code: 'no_such_file' });
  });

  it('ends with the state of the whole file after a new mapping, whichever arrives first', async () => {
    const path = join(folder, 'remapped.csv');
    await writeFile(path, `Who,Where\n${'Ann,Boston\n'.repeat(3_000)}`);
    const { take, csv } = createHandlers(staffConsole);
    const [{ file } = { file: '' }] = await take([path]);
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
    const path = join(folder, 'odd.csv');
    await writeFile(path, 'Who,Where\nAnn,Boston\n');
    const { take, csv } = createHandlers(staffConsole);
    const [{ file } = { file: '' }] = await take([path]);
    await csv({ do: 'open', file });
    await csv({ do: 'map', file, mapping: { Who: 'name', Where: 'city' } });
    await writeFile(path, 'Who,Where\nAnn,Boston\nBen,Austin\n');
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
