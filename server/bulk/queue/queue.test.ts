import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { QueuedImport } from '#contract/bulk/import-queue.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { buildListingsCsv, importText, sendCsv } from '#server/test/files/bulk.ts';
import { holdImports, listQueue, settleQueue } from '#server/test/files/import-queue.ts';
import { WorkbenchFile } from '#server/test/files/workbench.ts';
import { buildXlsx } from '#server/test/files/xlsx.ts';
import { saveRecipe } from '../recipe/queries-recipes.ts';
import { commitRun } from '../importer/commit-run.ts';
import { clearMarks, openOnce } from './open-item.ts';
import { insertItem, lockItem, tryOpeningLock } from './queries-queue.ts';
import { sweepQueue } from './run-queue.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  token = (await app.signIn({ role: 'admin', name: 'Ada Admin' })).token;
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.deps.db.raw(
    'delete from import_queue; delete from import_runs; delete from dentists; delete from import_mappings; delete from import_recipes',
  );
});

const queue = async (csv: string | Buffer, fields = {}, headers = {}): Promise<number> => {
  const { status, body } = await sendCsv(app, token, csv, fields, '/api/admin/import-queue', headers);
  expect([status, body]).toEqual([202, { id: expect.any(Number) }]);
  return body.id;
};
const countListings = async (): Promise<number> =>
  Number((await app.deps.db('dentists').whereNull('deletedAt').count({ n: '*' }))[0]!.n);
const stateOf = async (id: number) => (await listQueue(app, token)).find((item) => item.id === id)?.state;
const untilState = (id: number, state: QueuedImport['state']) =>
  expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe(state);
const act = async (id: number, what: 'cancel' | 'retry') =>
  (await app.post(`/api/admin/import-queue/${id}/${what}`, {}, { token })).status;

it('carries out imports in their order, one at a time, and removes a canceled one', { timeout: 90_000 }, async () => {
  const hold = await holdImports(app);
  const first = await queue(buildListingsCsv(30, 'First'));
  await untilState(first, 'applying');
  const second = await queue(buildListingsCsv(5, 'Second'));
  const third = await queue(buildListingsCsv(7, 'Third'));
  const shown = await listQueue(app, token);
  expect(shown.map(({ id, state }) => [id, state])).toEqual([
    [first, 'applying'],
    [second, 'waiting'],
    [third, 'waiting'],
  ]);
  expect(shown[0]).toMatchObject({ userName: 'Ada Admin', fileName: 'listings.csv', rowsTotal: 30 });
  // The lock keeps the import from writing, so the time left isn't known.
  expect(shown[0]).toMatchObject({ rowsDone: 0, secondsLeft: null });
  expect(shown[0]!.share).toBeGreaterThan(0.5);
  // A request that answers at the end doesn't wait in the queue.
  expect((await sendCsv(app, token, buildListingsCsv(1, 'Direct'))).body.error).toBe('import_running');
  expect(await act(second, 'cancel')).toBe(200);
  expect(await act(second, 'cancel')).toBe(404);
  await hold.release();
  const ended = await settleQueue(app, token);
  expect(ended.map(({ id, state }) => [id, state])).toEqual([
    [third, 'done'],
    [first, 'done'],
  ]);
  expect(await countListings()).toBe(37);
  const runs = await app.deps.db('importRuns').orderBy('id').select('rowsNew', 'userName');
  expect(runs).toEqual([
    { rowsNew: 30, userName: 'Ada Admin' },
    { rowsNew: 7, userName: 'Ada Admin' },
  ]);
});

it('keeps the old state of a canceled import, which can be tried again', { timeout: 90_000 }, async () => {
  const hold = await holdImports(app);
  const id = await queue(buildListingsCsv(12, 'Again'));
  await untilState(id, 'applying');
  expect(await act(id, 'cancel')).toBe(200);
  await untilState(id, 'canceled');
  await hold.release();
  const [canceled] = await settleQueue(app, token);
  expect(canceled).toMatchObject({ id, state: 'canceled', mayRetry: true });
  expect(await countListings()).toBe(0);
  expect(await act(id, 'retry')).toBe(200);
  expect(await settleQueue(app, token)).toMatchObject([{ state: 'done', mayRetry: false }]);
  expect(await countListings()).toBe(12);
  const actions = await app.deps.db('auditLog').where({ subject: 'import' }).orderBy('id').pluck('action');
  expect(actions.slice(-2)).toEqual(['import.retried', 'import.finished']);
});

it('shows an import that did not wait in the queue', { timeout: 90_000 }, async () => {
  const hold = await holdImports(app);
  const direct = sendCsv(app, token, buildListingsCsv(9, 'Direct'));
  await expect
    .poll(() => listQueue(app, token), { timeout: 20_000 })
    .toMatchObject([{ id: null, source: 'direct', state: 'applying' }]);
  await hold.release();
  expect((await direct).body).toMatchObject({ success: true, rowsNew: 9 });
  expect(await listQueue(app, token)).toEqual([]);
});

it('leaves out an import that was undone', { timeout: 90_000 }, async () => {
  const id = await queue(buildListingsCsv(3, 'Undone'));
  await untilState(id, 'done');
  const [{ runId }] = (await listQueue(app, token)) as [QueuedImport];
  expect((await app.post(`/api/admin/imports/${runId}/undo`, {}, { token })).status).toBe(200);
  expect(await listQueue(app, token)).toEqual([]);
});

it('repeats an import whose server was killed, at most twice', { timeout: 90_000 }, async () => {
  const csv = buildListingsCsv(8, 'Killed');
  const hold = await holdImports(app);
  const id = await queue(csv);
  await untilState(id, 'applying');
  await act(id, 'cancel');
  await untilState(id, 'canceled');
  await hold.release();
  await settleQueue(app, token);
  // The state that a killed server leaves: a run without its lock.
  const kill = async () => {
    const [run] = await app.deps
      .db('importRuns')
      .insert({ status: 'running', createdAt: app.deps.clock.now(), userName: 'Ada', fileName: 'listings.csv' })
      .returning('id');
    await app.deps.db('importQueue').where({ id }).update({ state: 'started', runId: run.id });
  };
  await kill();
  await sweepQueue(app.deps);
  expect(await settleQueue(app, token)).toMatchObject([{ id, state: 'done' }]);
  expect(await countListings()).toBe(8);
  await app.deps.db('importQueue').where({ id }).update({ attempts: 2 });
  await kill();
  await sweepQueue(app.deps);
  expect(await settleQueue(app, token)).toMatchObject([
    { id, state: 'failed', message: expect.stringMatching(/interrupted. Nothing was changed/) },
  ]);
});

/** A file that killed the server while it was in this phase. Its lock is free, and its last beat was long ago. */
async function killInPhase(id: number, phase: string): Promise<void> {
  const run = { status: 'running', createdAt: app.deps.clock.now(), userName: 'Ada', fileName: 'listings.csv' };
  // In one transaction, because the server looks for dead runs at any time.
  await app.deps.db.transaction(async (trx) => {
    const [{ id: runId }] = await trx('importRuns').insert(run).returning('id');
    await trx('importProgress').insert({ runId, phase, beatAt: new Date(Date.now() - 60_000) });
    await trx('importQueue').where({ id }).update({ state: 'started', runId });
  });
}

it('doesn’t repeat an import that killed the server while it read the file, unless a person asks', async () => {
  const hold = await holdImports(app);
  const id = await queue(buildListingsCsv(6, 'Deadly'));
  await untilState(id, 'applying');
  await act(id, 'cancel');
  await hold.release();
  await settleQueue(app, token);
  await killInPhase(id, 'reading');
  await sweepQueue(app.deps);
  expect(await settleQueue(app, token)).toMatchObject([
    {
      id,
      state: 'failed',
      mayRetry: true,
      message: expect.stringMatching(/^The server stopped while it read this file/),
    },
  ]);
  expect(await countListings()).toBe(0);
  expect(await act(id, 'retry')).toBe(200);
  expect(await settleQueue(app, token)).toMatchObject([{ state: 'done' }]);
  expect(await countListings()).toBe(6);
});

it('repeats an import whose server was killed while Postgres wrote', async () => {
  const hold = await holdImports(app);
  const id = await queue(buildListingsCsv(6, 'Written'));
  await untilState(id, 'applying');
  await act(id, 'cancel');
  await hold.release();
  await settleQueue(app, token);
  await killInPhase(id, 'writing');
  await sweepQueue(app.deps);
  expect(await settleQueue(app, token)).toMatchObject([{ id, state: 'done' }]);
  expect(await countListings()).toBe(6);
});

it('doesn’t open a file again that killed the server when it was opened', async () => {
  const { db } = app.deps;
  const hold = await holdImports(app);
  await queue(buildListingsCsv(2, 'Before'));
  const [deadly, other] = [await queue(buildListingsCsv(6, 'Opened')), await queue(buildListingsCsv(3, 'Other'))];
  await db('importQueue').where({ id: deadly }).update({ openedAt: new Date() });
  // Another server has the file open, so it isn't the fault of the file yet.
  const opening = await db.transaction();
  await tryOpeningLock(opening, deadly);
  await hold.release();
  await new Promise((done) => setTimeout(done, 3_000));
  expect(await stateOf(deadly)).toBe('waiting');
  await opening.rollback();
  await settleQueue(app, token);
  expect((await listQueue(app, token)).find(({ id }) => id === deadly)).toMatchObject({
    state: 'failed',
    mayRetry: true,
    message: expect.stringMatching(/^The server stopped while it opened this file/),
  });
  expect([await stateOf(other), await countListings()]).toEqual(['done', 5]);
});

it('clears the mark of an opened file at a planned stop', async () => {
  const id = await insertItem(app.deps.db, {
    at: app.deps.clock.now(),
    userId: null,
    userName: 'Ada',
    source: 'upload',
    fileName: 'a.csv',
    fileBytes: 1,
  });
  const item = (await lockItem(app.deps.db, id!))!;
  let finish = () => {};
  const opened = openOnce(app.deps, item, () => new Promise<string>((done) => (finish = () => done('opened'))));
  const isMarked = async () => (await app.deps.db('importQueue').where({ id }).whereNotNull('openedAt')).length === 1;
  await expect.poll(isMarked).toBe(true);
  await clearMarks(app.deps.db);
  expect(await isMarked()).toBe(false);
  finish();
  expect(await opened).toBe('opened');
});

it(
  'leaves the old or the new state when the connection of an import dies at any moment',
  { timeout: 60_000 },
  async () => {
    let expected = 0;
    for (const wait of [5, 80, 160, 320]) {
      const id = await queue(buildListingsCsv(300, `Dies ${wait}`));
      await new Promise((done) => setTimeout(done, wait));
      await app.deps.db.raw(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 724002 and database = (select oid from pg_database where datname = current_database())`,
      );
      const { state } = (await settleQueue(app, token)).find((item) => item.id === id)!;
      expect(await countListings()).toBe(state === 'done' ? expected + 300 : expected);
      if (state === 'failed') {
        expect(await act(id, 'retry')).toBe(200);
        expect((await settleQueue(app, token))[0]!.state).toBe('done');
      }
      expected += 300;
      expect([wait, state, await countListings()]).toEqual([wait, state, expected]);
    }
  },
);

it('queues one import for a request that is sent twice', { timeout: 90_000 }, async () => {
  const key = { 'idempotency-key': 'queued-twice-1' };
  const hold = await holdImports(app);
  const [first, second] = [await queue(buildListingsCsv(3, 'Twice'), {}, key), await queue('name\nOther\n', {}, key)];
  await hold.release();
  expect(second).toBe(first);
  await settleQueue(app, token);
  expect(await countListings()).toBe(3);
});

it('imports a spreadsheet, and a file of the workbench as it was when it was queued', { timeout: 90_000 }, async () => {
  const hold = await holdImports(app);
  const cells = [
    ['name', 'city', 'state', 'zipCode'],
    ['Dr. Sheet', 'Boston', 'MA', '02118'],
  ];
  const sheet = await queue(buildXlsx({ Sheet1: cells }));
  const file = await WorkbenchFile.open(app, token, 'Dentist,City,ST,Zip\nDr bench,boston,MA,02118\n');
  await file.add({ do: 'replace', column: 'Dentist', find: 'bench', with: 'Queued' });
  const { status } = await app.post('/api/admin/import-queue/files', { fileId: file.id }, { token });
  expect(status).toBe(202);
  await app.call('DELETE', `/api/admin/import-files/${file.id}`, { token });
  await hold.release();
  expect((await settleQueue(app, token)).map(({ state }) => state)).toEqual(['done', 'done']);
  expect(await stateOf(sheet)).toBe('done');
  expect(await app.deps.db('dentists').orderBy('id').pluck('name')).toEqual(['Dr. Sheet', 'Dr Queued']);
});

it('reads a queued file of the workbench in the encoding that was chosen for it', { timeout: 90_000 }, async () => {
  const hold = await holdImports(app);
  await queue(buildListingsCsv(1, 'First'));
  const file = await WorkbenchFile.open(app, token, 'name,city\nDr Né,Boston\n');
  await file.put('/format', { encoding: 'windows-1252' });
  const [[name]] = (await file.cells()) as [[string]];
  expect((await app.post('/api/admin/import-queue/files', { fileId: file.id }, { token })).status).toBe(202);
  await hold.release();
  await settleQueue(app, token);
  expect(await app.deps.db('dentists').where('name', 'like', 'Dr N%').pluck('name')).toEqual([name]);
});

it('reads the sheet that the recipe of an unattended upload names', { timeout: 90_000 }, async () => {
  const book = buildXlsx({ Cover: [['Spring list']], People: [['Who', 'Place'], ['Dr Uploaded', 'Boston']] }); // prettier-ignore
  const mapping = { Who: 'name', Place: 'city' };
  await saveRecipe(app.deps.db, { name: 'Group', steps: [], mapping, format: { sheet: 'People' }, at: app.deps.clock.now() }); // prettier-ignore
  const sha256 = createHash('sha256').update(book).digest('hex');
  const sent = await fetch(`${app.url}/api/admin/uploads/${sha256}?at=0`, {
    method: 'PUT',
    body: new Uint8Array(book),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
  });
  expect(sent.status).toBe(200);
  const body = { sha256, fileName: 'group.xlsx', unattended: 'apply' };
  expect((await app.post('/api/admin/import-queue/uploaded', body, { token })).status).toBe(202);
  expect(await settleQueue(app, token)).toMatchObject([{ fileName: 'group.xlsx', state: 'done' }]);
  expect(await app.deps.db('dentists').pluck('name')).toEqual(['Dr Uploaded']);
});

it('has a version that changes when an import is queued, starts, and ends', { timeout: 90_000 }, async () => {
  const versionOf = async () => {
    const { status, body } = await app.get('/api/admin/import-queue/version', { token });
    expect(status).toBe(200);
    return (body as { version: string }).version;
  };
  const versions = [await versionOf()];
  expect(await versionOf()).toBe(versions[0]);
  const hold = await holdImports(app);
  const id = await queue(buildListingsCsv(3, 'Version'));
  await untilState(id, 'applying');
  versions.push(await versionOf());
  await queue(buildListingsCsv(2, 'Waits'));
  versions.push(await versionOf());
  await hold.release();
  await settleQueue(app, token);
  await expect.poll(versionOf).not.toBe(versions.at(-1));
  versions.push(await versionOf());
  // An import from the terminal doesn't wait in the queue.
  await importText(app, buildListingsCsv(1, 'Terminal'), { options: { dryRun: true } });
  versions.push(await versionOf());
  expect(new Set(versions).size).toBe(5);
  const { token: patient } = await app.signIn({});
  expect((await app.get('/api/admin/import-queue/version', { token: patient })).status).toBe(403);
});

it('applies a dry run once, after the imports before it', { timeout: 90_000 }, async () => {
  const run = await importText(app, buildListingsCsv(4, 'Review'), { options: { dryRun: true } });
  expect(run.status).toBe('ready');
  const send = () => app.post('/api/admin/import-queue/runs', { runId: run.id }, { token });
  const hold = await holdImports(app);
  await queue(buildListingsCsv(2, 'Before'));
  const answers = [await send(), await send()];
  expect(answers[1]!.body).toEqual(answers[0]!.body);
  await hold.release();
  await settleQueue(app, token);
  expect(await countListings()).toBe(6);
  expect((await send()).status).toBe(409);
});

it('names the reason when a file can’t be imported', { timeout: 90_000 }, async () => {
  await queue('city,zip\nBoston,02118\n');
  const [failed] = await settleQueue(app, token);
  expect(failed).toMatchObject({ state: 'failed', message: expect.stringMatching(/couldn’t find a name column/) });
  expect((await sendCsv(app, token, '', {}, '/api/admin/import-queue')).body.error).toBe('empty_file');
});

it('refuses to apply an unattended dry run with warnings', { timeout: 90_000 }, async () => {
  await importText(app, buildListingsCsv(40, 'Known'));
  const csv = buildListingsCsv(40, 'Unknown');
  const run = await importText(app, csv, { options: { dryRun: true } });
  expect(run.warnings.map(({ code }) => code)).toEqual(['nothing_matched']);
  const { finished } = await commitRun(app.deps, null, run.id, {}, { isUnattended: true });
  expect(await finished).toMatchObject({ status: 'failed', message: expect.stringMatching(/a person has to confirm/) });
  expect(await countListings()).toBe(40);
});
