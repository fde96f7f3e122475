import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isFormerTable } from '#server/bulk/backup/queries-backup.ts';
import { hashToken, newToken } from '#server/base/http/callers/token.ts';
import { callerOf } from '#server/test/app.ts';
import { startChild, type Child } from '#server/test/crashes/child.ts';
import { emptyDatabase, type FreshDatabase } from '#server/test/programs/database.ts';
import { rows } from './knex.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

/** Written by "npm run backup" of the last release before its 61 migrations were squashed. It has few places, to be small. */
const BACKUP = fileURLToPath(new URL('./fixtures/earlier-release.enamel', import.meta.url));
const SECRET_KEY = 'a secret for tests that is long enough';
const root = fileURLToPath(new URL('../../..', import.meta.url));

let database: FreshDatabase;
let dataDir: string;
let output: string;
let child: Child | undefined;
beforeAll(async () => {
  database = await emptyDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'enamel-earlier-'));
  const restore = ['--import', 'tsx', 'server/bulk/commands/restore.ts', BACKUP];
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY };
  output = (await promisify(execFile)(process.execPath, restore, { cwd: root, env })).stdout;
});
afterAll(async () => {
  child?.process.kill('SIGKILL');
  await child?.ended;
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Section {
  table: string;
  columns: string[];
  sealed?: boolean;
  rows: string[];
}

/** Splits a backup into its sections. Rows are in the text format of COPY. */
function readSections(text: string): Section[] {
  const sections: Section[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('{"table":')) sections.push({ ...(JSON.parse(line) as Section), rows: [] });
    else if (line !== '\\.' && !line.startsWith('{"') && !line.startsWith('sha256 ')) sections.at(-1)?.rows.push(line);
  }
  return sections.map((section) => ({ ...section, rows: section.rows.filter((row) => row !== '') }));
}

/** A row of dentists without the facts that the earlier release filled in by default. A named plan is a source for insurance. */
function openDefaults(row: string, columns: readonly string[]): string {
  const cells = row.split('\t');
  const cellOf = (column: string) => cells[columns.indexOf(column)]!;
  const sources = JSON.parse(cellOf('field_sources')) as object;
  const facts = ['accepts_new_patients', 'accepts_insurance', 'emergency_services', 'parking_available', 'wheelchair_accessible']; // prettier-ignore
  const isOpen = (column: string) => column !== 'accepts_insurance' || cellOf('insurance_plans') === '\\N';
  expect(Object.keys(sources)).toEqual([]);
  return cells.map((cell, n) => (facts.includes(columns[n]!) && isOpen(columns[n]!) ? '\\N' : cell)).join('\t');
}

/** The rows of a COPY, sorted. */
async function copyRows(sql: string): Promise<string[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('set timezone = UTC');
    return (await text(client.query(to(sql))))
      .split('\n')
      .filter((row) => row !== '')
      .toSorted();
  } finally {
    await client.end();
  }
}

describe('a backup of the release before the squashed schema', () => {
  it('is restored completely', async () => {
    expect(output).toMatch(/^Restored the backup of .* rows in \d+ tables\./);
    const sections = readSections(gunzipSync(await readFile(BACKUP)).toString('utf8')).filter(({ sealed }) => !sealed);
    expect(sections.find(({ table }) => table === 'dentists')!.rows).toHaveLength(500);
    expect(sections.filter(({ rows: { length } }) => length > 0).length).toBeGreaterThan(30);
    for (const { table, columns, rows: expected } of sections) {
      // A restore derives these from the listings.
      if (isFormerTable({ name: table })) continue;
      const list = columns.map((column) => `"${column}"`).join(', ');
      expect([table, await copyRows(`copy (select ${list} from "${table}") to stdout`)]).toEqual([
        table,
        (table === 'dentists' ? expected.map((row) => openDefaults(row, columns)) : expected).toSorted(),
      ]);
    }
  });

  it('leaves what migrations put into tables that the backup lacks', async () => {
    const { db } = database;
    expect((await rows<{ slug: string }>(db, `select slug from topics order by id`)).slice(0, 2)).toEqual([
      { slug: 'teeth-whitening' },
      { slug: 'preventive-care' },
    ]);
    expect(await rows(db, `select count(*) as n from business_agreements`)).toEqual([{ n: 1 }]);
    // The next id follows those that were put back.
    expect(await rows(db, `select nextval(pg_get_serial_sequence('topics', 'id')) as id`)).toEqual([{ id: 11 }]);
  });

  it('brings accounts, credentials, and listings that the server can use', async () => {
    const { db, url } = database;
    const [factor] = await rows(db, `select user_id, secret, last_step from two_factor`);
    expect(factor).toEqual({ userId: 3, secret: 'sealed', lastStep: 5 });
    expect(await rows(db, `select email, password from users order by id`)).toEqual([
      { email: 'ann@example.com', password: 'a hash' },
      { email: 'bo@example.com', password: null },
      { email: 'maria@example.com', password: 'another hash' },
    ]);
    const token = newToken();
    const expiresAt = new Date(Date.now() + 86_400_000);
    await db('authSessions').insert({ userId: 1, tokenHash: hashToken(token), createdAt: new Date(), lastSeenAt: expiresAt, expiresAt }); // prettier-ignore
    child = await startChild({ DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY, LOG_LEVEL: 'warn' });
    expect(child.errors()).toBe('');
    const call = callerOf(child.url);
    expect((await call('GET', '/readyz')).status).toBe(200);
    expect((await call('GET', '/api/auth/me', { token })).body).toMatchObject({ email: 'ann@example.com' });
    expect((await call('GET', '/api/dentists/7')).body).toMatchObject({ name: 'Dentist 7', city: 'Boston' });
    expect((await call('GET', '/api/dentists?page=1&pageSize=10')).headers.get('x-total-count')).toBe('500');
    const listings = await call('GET', '/api/dentists/search?name=dentist&location=Boston&page=1&pageSize=10');
    expect(listings.headers.get('x-total-count')).toBe('500');
    const names = await call('GET', '/api/dentists/search?name=practice+3&page=1&pageSize=10');
    expect(names.headers.get('x-total-count')).not.toBe('0');
  });
});

it('a damaged backup is refused before anything is created for it', async () => {
  const empty = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'enamel-damaged-'));
  try {
    const file = join(folder, 'damaged.enamel');
    const bytes = await readFile(BACKUP);
    await writeFile(file, bytes.subarray(0, bytes.length - 2_000));
    const dataDir = join(folder, 'data');
    const env = { PATH: process.env.PATH, DATABASE_URL: empty.url, DATA_DIR: dataDir };
    const restore = ['--import', 'tsx', 'server/bulk/commands/restore.ts', file];
    await expect(promisify(execFile)(process.execPath, restore, { cwd: root, env })).rejects.toMatchObject({
      code: 1,
      stderr: 'This backup can’t be restored. It is damaged or cut off. Nothing was changed.\n',
    });
    expect(await rows(empty.db, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([]);
    expect(existsSync(dataDir)).toBe(false);
  } finally {
    await empty.drop();
    await rm(folder, { recursive: true });
  }
});
