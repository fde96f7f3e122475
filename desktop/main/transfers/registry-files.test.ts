import { expect, it } from 'vitest';
import type { ImportRun } from '#contract/bulk/bulk.ts';
import { writeDeactivationReport } from '#server/bulk/registry/test/deactivation-report.ts';
import { makeNpi } from '#server/bulk/registry/test/npi.ts';
import { formatFile, makeDentist } from '#server/bulk/registry/test/registry-file.ts';
import { buildZip } from '#server/test/files/xlsx.ts';
import { createHandlers } from '../handlers.ts';
import { ConsoleTest } from '../../e2e/harness/main/console-test.ts';

const test = new ConsoleTest();
const handlers = () => createHandlers(test.staffConsole);
async function open(name: string, content: string | Buffer): Promise<{ file: string; state: unknown }> {
  const file = await test.drop(name, content);
  return { file, state: await handlers().csv({ do: 'open', file }) };
}
/** Checks a file against the directory, and imports it. */
async function importFile(file: string): Promise<{ checked: ImportRun; done: ImportRun }> {
  const sent = await handlers().csv({ do: 'send', file, dryRun: true });
  const id = sent && 'run' in sent ? sent.run : 0;
  const checked = await test.waitForRun(id);
  await test.call('POST', `/api/admin/imports/${id}/commit`, {});
  return { checked, done: await test.waitForRun(id) };
}
const listNpis = async (): Promise<string[]> =>
  (
    (await test.app.deps.db('dentists').whereNotNull('npi').whereNull('deletedAt').orderBy('npi').select('npi')) as {
      npi: string;
    }[]
  ).map(({ npi }) => npi);

it('imports the registry’s zip file and its deactivation report', { timeout: 90_000 }, async () => {
  const providers = formatFile([makeDentist(1), makeDentist(2), makeDentist(3)]);
  const monthly = await open(
    'NPPES_Data_Dissemination_November_2026.zip',
    buildZip({ 'readme.pdf': 'Read me.', 'npidata_pfile_20050523-20261108.csv': providers }),
  );
  expect(monthly.state).toMatchObject({
    state: 'read',
    source: 'NPI registry',
    registry: { kind: 'providers', asOf: '2026-11-08' },
    columns: [],
  });
  expect(await handlers().csv({ do: 'rows', file: monthly.file, from: 0, count: 50 })).toMatchObject({ rows: [] });
  expect(await handlers().csv({ do: 'problems', file: monthly.file, from: 0, count: 50 })).toMatchObject({
    problems: [],
  });
  const { checked, done } = await importFile(monthly.file);
  expect(checked).toMatchObject({ status: 'ready', rowsNew: 3, source: 'NPI registry' });
  expect(done.status).toBe('done');
  const npis = [1, 2, 3].map(makeNpi).toSorted();
  expect(await listNpis()).toEqual(npis);

  const report = await open('NPPES Deactivated NPI Report 20261109.xlsx', writeDeactivationReport([[makeNpi(2), '11/05/2026']])); // prettier-ignore
  expect(report.state).toMatchObject({ state: 'read', registry: { kind: 'deactivations', asOf: '2026-11-09' } });
  expect((await importFile(report.file)).done.status).toBe('done');
  expect(await listNpis()).toEqual(npis.filter((npi) => npi !== makeNpi(2)));
});

it('opens the registry’s list without its zip file, and names a zip file of something else', async () => {
  const plain = await open('npidata_pfile_20261109-20261115.csv', formatFile([makeDentist(4)]));
  expect(plain.state).toMatchObject({ registry: { kind: 'providers', asOf: '2026-11-15' } });
  await expect(open('photos.zip', buildZip({ 'a.png': 'x' }))).rejects.toThrow(
    'This isn’t a CSV file. It’s a zip file',
  );
});
