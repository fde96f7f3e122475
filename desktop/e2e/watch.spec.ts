import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildListingsCsv } from '#server/test/files/bulk.ts';
import { buildXlsx, buildZip } from '#server/test/files/xlsx.ts';
import type { ConsoleState } from '../bridge/shapes.ts';
import type { ConsoleApp } from './harness/console.ts';
import { expect, test } from './harness/fixtures.ts';

/** The files of an office, one per kind. */
const ordinary: Record<string, string | Buffer> = {
  'passwords.csv': 'name,url,username,password\nBank,https://bank.example,ann,secret\n',
  'budget.csv': 'Name,Amount,Paid on\nRent,1200,2026-03-01\n',
  'bank.tsv': 'Date\tPayee\tAmount\n2026-03-01\tPower\t88.10\n',
  'passwords.txt': 'bank: secret\nemail: secret\n',
  'notes.txt': 'Name of the new printer: Bob\n',
  'budget.xlsx': buildXlsx({
    Budget: [
      ['Name', 'Amount'],
      ['Rent', '1200'],
    ],
  }),
  'photos.zip': buildZip({ 'a.jpg': Buffer.from([0xff, 0xd8, 0xff]) }),
  'letter.docx': buildZip({ 'word/document.xml': '<w/>' }),
  ...Object.fromEntries(
    'pdf jpg png gif heic webp mp3 mp4 mov exe dmg iso html json xml md pptx odt key psd svg log'
      .split(' ')
      .map((kind) => [`file.${kind}`, `a ${kind} file, name and city\n`]),
  ),
};
/** Larger than all that may be read of a file. */
const TAIL_BYTES = 100_000_000;

async function fillFolder(folder: string): Promise<string[]> {
  const kinds = Object.entries(ordinary);
  const names: string[] = [];
  for (let n = 0; n < 200; n++) {
    const [kind, content] = kinds[n % kinds.length]!;
    const name = `${n} ${kind}`;
    names.push(name);
    await writeFile(join(folder, name), content);
    if (typeof content !== 'string') continue;
    await writeFile(join(folder, name), content.repeat(Math.ceil(80_000 / content.length)));
    await truncate(join(folder, name), TAIL_BYTES);
  }
  await writeFile(join(folder, 'list a.csv'), buildListingsCsv(3, 'Watched'));
  await writeFile(join(folder, 'list b.txt'), 'Name\tStreet\tZIP\nSmile Dental\t1 Main St\t02118\n');
  await writeFile(
    join(folder, 'list c.xlsx'),
    buildXlsx({ Board: [['Board of dentistry'], ['Last name', 'City'], ['Moss', 'Boston']] }),
  );
  return names;
}

/** The bytes that the process has read until now, where the system counts them. */
async function countReadBytes(pid: number): Promise<number> {
  const io = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '');
  return Number(/^rchar: (\d+)/m.exec(io)?.[1] ?? 0);
}

const describeFiles = async (folder: string, names: string[]) =>
  Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );

test(
  'a watched folder offers its three lists, and leaves 200 other files alone',
  { tag: ['@chromium', '@path'] },
  async ({ begin, consoleApp, fromServer, expectedErrors }) => {
    test.setTimeout(240_000);
    // A server that is reading three lists may let the console ask for its queue again.
    expectedErrors.push(/503 .*import-queue/);
    const folder = await mkdtemp(join(tmpdir(), 'enamel-watched-'));
    const others = await fillFolder(folder);
    expect(Object.keys(ordinary)).toHaveLength(30);
    const before = await describeFiles(folder, others);
    const who = await begin({ synced: true });
    const { pid } = consoleApp as ConsoleApp;
    const readBefore = await countReadBytes(pid!);
    await consoleApp.ask('dialogs', { value: { open: [folder], message: 1 } });
    await consoleApp.invoke('folder', [{ do: 'watch', mode: 'preview', when: null }]);
    const { asked } = await consoleApp.ask<{ asked: { message: string; detail: string }[] }>('seen');
    expect(asked.map(({ message }) => message)).toEqual([
      `“${folder.split(/[/\\]/).at(-1)}” already holds 3 lists. Import them too?`,
    ]);
    for (const name of ['list a.csv', 'list b.txt', 'list c.xlsx', '200 other files'])
      expect(asked[0]!.detail).toContain(name);

    const listSent = async () =>
      ((await (await fromServer(who, '/api/admin/import-queue')).json()) as { fileName: string }[])
        .map(({ fileName }) => fileName)
        .filter((name) => name.startsWith('list ') || others.includes(name))
        .toSorted();
    await expect.poll(listSent, { timeout: 60_000 }).toEqual(['list a.csv', 'list b.txt', 'list c.xlsx']);
    const watched = async () => (await consoleApp.invoke<{ value: ConsoleState }>('state', [])).value.folders;
    await expect.poll(watched).toMatchObject([{ others: 200 }]);
    expect(await describeFiles(folder, others)).toEqual(before);
    // The first bytes of all files, and the worker threads' code, are less than one whole file.
    expect((await countReadBytes(pid!)) - readBefore).toBeLessThan(TAIL_BYTES);
    // A list that the server refused may be on its way to the folder "failed".
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  },
);

test('the lists that a folder already holds stay there unless the person wants them', async ({ begin, consoleApp }) => {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-watched-'));
  const text = buildListingsCsv(2, `Left ${createHash('md5').update(folder).digest('hex')}`);
  await writeFile(join(folder, 'old.csv'), text);
  await begin({ synced: true });
  await consoleApp.ask('dialogs', { value: { open: [folder], message: 2 } });
  const watch = () =>
    consoleApp.invoke<{ ok: boolean; error?: { message: string }; value: ConsoleState }>('folder', [
      { do: 'watch', mode: 'preview', when: null },
    ]);
  expect((await watch()).value.folders).toEqual([]);
  await consoleApp.ask('dialogs', { value: { message: 0 } });
  expect((await watch()).value.folders).toMatchObject([{ waiting: 0 }]);
  await writeFile(join(folder, 'new.csv'), text.replaceAll('Boston', 'Lowell'));
  const watched = async () => (await consoleApp.invoke<{ value: ConsoleState }>('state', [])).value.folders;
  await expect.poll(watched, { timeout: 30_000 }).toMatchObject([{ waiting: 1, others: 0 }]);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['new.csv', 'old.csv']));

  const own = join(homedir(), 'Downloads');
  await mkdir(own, { recursive: true });
  for (const personal of [homedir(), own]) {
    await consoleApp.ask('dialogs', { value: { open: [personal] } });
    expect(await watch()).toMatchObject({ ok: false, error: { message: /only for lists/ } });
  }
  await rm(folder, { recursive: true, force: true });
});
