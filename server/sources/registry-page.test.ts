import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { findSource } from '#shared/sources/sources.ts';
import { formatFile, makeDentist } from '#server/bulk/registry/test/registry-file.ts';
import { testApp } from '#server/test/app.ts';
import { fileNameOf, pickRegistryFiles } from './registry-page.ts';
import { fetchAndApply } from './sources.ts';

const at = (name: string) => `https://download.cms.gov/nppes/${name}`;
const names = [
  'NPPES_Data_Dissemination_110926_111526_Weekly_V2.zip',
  'NPPES_Data_Dissemination_December_2025_V2.zip',
  'NPPES_Data_Dissemination_November_2026.zip',
  'NPPES_Data_Dissemination_November_2026_V2.zip',
  'NPPES_Data_Dissemination_110226_110826_Weekly_V2.zip',
  'NPPES_Deactivated_NPI_Report_101326_V2.zip',
  'NPPES_Deactivated_NPI_Report_111026_V2.zip',
  'NPPES_Data_Dissemination_Readme.pdf',
];
const pick = (...applied: string[]) => pickRegistryFiles(names.map(at), new Set(applied)).map(fileNameOf);

it('picks the newest month in its newest form, the weeks in order, and the newest deactivations', () => {
  expect(pick()).toEqual([names[3], names[4], names[0], names[6]]);
  expect(pick(names[3]!, names[4]!)).toEqual([names[0], names[6]]);
  expect(pick(names[3]!, names[4]!, names[0]!, names[6]!)).toEqual([]);
});

it('applies the files that a page links to, each once, and waits with the weeks if the month fails', async () => {
  const app = await testApp({ now: '2026-11-20T12:00:00Z' });
  const dentist = (n: number, updated: string) =>
    makeDentist(n, { first: 'ANN', last: `POE${n}`, phone: `512555010${n}`, address: `${n} ELM ST`, city: 'AUSTIN', state: 'TX', zip: '787011234', updated }); // prettier-ignore
  const [month, week] = [names[3]!, names[4]!];
  const files = new Map([
    [`/${month}`, formatFile([1, 2, 3].map((n) => dentist(n, '11/01/2026')))],
    [`/${week}`, formatFile([4].map((n) => dentist(n, '11/07/2026')))],
  ]);
  const fetched: string[] = [];
  const server = createServer((req, res) => {
    const page = [...files.keys()].map((path) => `<a href=".${path}">${path}</a>`).join('');
    fetched.push(req.url!);
    res.end(req.url === '/NPI_Files.html' ? page : files.get(req.url!));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/NPI_Files.html`;
  const fetchAll = () => fetchAndApply(app.deps, findSource('npi')!, address, { allowLoopback: true, anyHost: true });
  const whole = files.get(`/${month}`)!;
  files.set(`/${month}`, 'not,a,registry\n1,2,3\n');
  await expect(fetchAll()).rejects.toThrow('This isn’t a file of the NPI registry.');
  files.set(`/${month}`, whole);
  expect(await app.deps.db('dentists').count('* as n')).toEqual([{ n: 0 }]);
  fetched.length = 0;
  expect(await fetchAll()).toBeNull();
  expect(fetched).toEqual(['/NPI_Files.html', `/${month}`, `/${week}`]);
  expect(await app.deps.db('dentists').count('* as n')).toEqual([{ n: 4 }]);
  fetched.length = 0;
  expect(await fetchAll()).toBeNull();
  expect(fetched).toEqual(['/NPI_Files.html']);
  server.close();
  await app.stop();
});
