import { readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Knex } from 'knex';
import { expect, open, test, type Page } from '../harness/fixtures.ts';

const EXPORTS = '/admin?tab=analytics&sub=exports';
const failure = (page: Page) => page.getByText('Failed to export CSV data', { exact: true }).first();
const clickExport = (page: Page, name: string) => page.getByRole('button', { name }).click();

async function expectFailure(page: Page): Promise<void> {
  await expect(page.getByText('Export Failed', { exact: true }).first()).toBeVisible();
  await expect(failure(page)).toBeVisible();
  await expect(page.getByText('Export Complete')).toHaveCount(0);
}

test('saves files with the token alone, and reports the end', async ({ page, signIn }) => {
  await signIn({ role: 'admin', name: 'Ada Staff' });
  await open(page, EXPORTS);
  await page.context().clearCookies();
  for (const [name, file, content] of [
    ['Export All Users (CSV)', /^users-.*\.csv$/, /^id,email,name/],
    ['Search Data (JSON)', /^search-data-.*\.json$/, /^\{"exportedAt"/],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), clickExport(page, name)]);
    expect(download.suggestedFilename()).toMatch(file);
    expect(await readFile(await download.path(), 'utf8')).toMatch(content);
    expect(new URL(download.url()).searchParams.get('link')).toHaveLength(43);
    await expect(page.getByText('Export Complete', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('button', { name })).toBeEnabled();
  }
});

test('shows the last backup right after it was made', async ({ page, signIn, db }) => {
  await db('backupRuns').delete();
  await db('backups').delete();
  await signIn({ role: 'admin', name: 'Ada Staff' });
  await open(page, '/admin?tab=system&sub=security');
  await expect(page.getByText('None yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create Manual Backup' }).click();
  await expect(page.getByText(/Ada Staff, stored on the server/)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('None yet')).toHaveCount(0);
});

test('says that an export failed when the session has ended', async ({ page, signIn, db, expectedErrors }) => {
  expectedErrors.push(/401/);
  const { userId } = await signIn({ role: 'admin' });
  await open(page, EXPORTS);
  await page.route('**/api/admin/export/users', async (route) => {
    await db('authSessions').where({ userId }).delete();
    await route.continue();
  });
  await clickExport(page, 'Export All Users (CSV)');
  await expectFailure(page);
});

test('says that an export failed when the server refuses the link', async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/500/);
  await signIn({ role: 'admin' });
  await open(page, EXPORTS);
  await page.route('**/api/admin/export/subscribers', (route) => route.fulfill({ status: 500, body: '' }));
  await clickExport(page, 'Subscribers (CSV)');
  await expectFailure(page);
});

test('says that an export failed when the server fails before the first byte', async ({
  page,
  signIn,
  db,
  expectedErrors,
}) => {
  expectedErrors.push(/500/);
  await signIn({ role: 'admin' });
  await open(page, EXPORTS);
  await db.raw('alter table articles rename to articles_away');
  try {
    await clickExport(page, 'Articles (CSV)');
    await expectFailure(page);
  } finally {
    await db.raw('alter table articles_away rename to articles');
  }
});

test('says that an export failed when the connection is destroyed in the middle', async ({
  page,
  signIn,
  db,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_/);
  await addLongArticles(db);
  const proxy = await startCuttingProxy(server.url);
  try {
    await signIn({ role: 'admin' });
    await open(page, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${EXPORTS}`);
    const [download] = await Promise.all([page.waitForEvent('download'), clickExport(page, 'Articles (CSV)')]);
    await expectFailure(page);
    expect(await download.failure()).not.toBeNull();
  } finally {
    proxy.closeAllConnections();
    proxy.close();
    await db('articles').where('slug', 'like', 'long-article-%').delete();
  }
});

/** Poorly compressible text, so that the file doesn't fit into the buffers of the connection. */
const addLongArticles = (db: Knex) =>
  db.raw(
    `insert into articles (topic_id, title, slug, content, excerpt, category, author, read_time)
     select 'oral-health', 'T', 'long-article-' || n, (select string_agg(md5((n * 10000 + k)::text), ' ') from generate_series(1, 10000) k), '', 'Health', 'A', 1
     from generate_series(1, 60) n`,
  );

/** Forwards everything, but destroys the connections of a linked download after its first bytes. */
async function startCuttingProxy(target: string): Promise<Server> {
  const proxy = createServer((req, res) => {
    const { hostname, port } = new URL(target);
    const forward = request({ hostname, port, path: req.url, method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (!req.url!.includes('link=') || bytes < 100_000) return void res.write(chunk);
        res.destroy();
        answer.destroy();
      });
      answer.on('end', () => res.end());
      answer.on('error', () => res.destroy());
    });
    forward.on('error', () => res.destroy());
    req.pipe(forward);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  return proxy;
}
