import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { openKnex } from '#server/base/db/knex.ts';
import { writeState } from '#server/opening/sample/queries-sample.ts';
import { makeTemporaryHome, root } from './ground.ts';
import { findChromium } from '../web/e2e/harness/chromium.ts';
import { listPublicPages, SCRIPT_LIMIT, weighPage } from '../web/e2e/harness/page-weight.ts';

const run = promisify(execFile);
const HOW =
  'npm i --prefix /tmp/lighthouse lighthouse@12.8.2 && LIGHTHOUSE=/tmp/lighthouse npm run bench -- lighthouse';

/** Lighthouse isn't a dependency. It is loaded from node_modules if installed there, else from the folder $LIGHTHOUSE. */
function findLighthouse(): string | null {
  for (const from of [process.env.LIGHTHOUSE, '.'])
    try {
      if (from)
        return join(
          dirname(createRequire(join(resolve(from), 'x.js')).resolve('lighthouse/package.json')),
          'cli/index.js',
        );
    } catch {
      continue;
    }
  return null;
}

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; score: number | null; title: string; scoreDisplayMode: string }>;
}

/** Measures compressed bytes and layout shift of every public page, and runs Lighthouse with real throttling on nine. */
export async function benchLighthouse(args: readonly string[]): Promise<void> {
  const home = await makeTemporaryHome('enamel-lighthouse-');
  if (!existsSync('web/dist/client')) throw new Error('The site is not built: npm run build');
  const server = spawn(process.execPath, ['--import', 'tsx', 'web/e2e/harness/server.ts'], {
    env: { ...process.env, DATA_DIR: join(home, 'data'), PORT: '0' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const state = join(home, 'data/e2e.json');
  try {
    while (!existsSync(state)) {
      if (server.exitCode !== null) throw new Error('The server did not start.');
      await wait(200);
    }
    await wait(200);
    const { url, databaseUrl } = JSON.parse(await readFile(state, 'utf8')) as { url: string; databaseUrl: string };
    const pages = { ...(await listPublicPages(url)), ...(await passSampleAsReal(databaseUrl)) };
    const executablePath = findChromium();
    const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
    console.log(`\n${'page'.padEnd(12)} JS kB   CSS kB  layout shift`);
    for (const [name, path] of Object.entries(pages)) {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      const { scripts, scriptBytes, styleBytes, layoutShift } = await weighPage(page, url + path);
      await page.close();
      if (process.env.FILES)
        for (const [file, size] of Object.entries(scripts))
          console.log(`  ${(size / 1000).toFixed(1).padStart(5)} ${file}`);
      console.log(
        `${name.padEnd(12)} ${(scriptBytes / 1000).toFixed(1).padStart(5)} ${(styleBytes / 1000).toFixed(1).padStart(8)} ${layoutShift.toFixed(4).padStart(13)}${scriptBytes > SCRIPT_LIMIT ? `   more than ${SCRIPT_LIMIT / 1000} kB` : ''}`,
      );
    }
    const chrome = browser.contexts().length === 0 && executablePath ? executablePath : chromium.executablePath();
    await browser.close();
    const lighthouse = findLighthouse();
    if (!lighthouse) {
      console.error(`\nLIGHTHOUSE IS NOT HERE, SO NOTHING BELOW WAS MEASURED. Get it with:\n  ${HOW}`);
      process.exitCode = 1;
      return;
    }
    console.log(`\n${'page'.padEnd(12)} performance accessibility best-practices seo     LCP ms  TBT ms     CLS`);
    for (const name of args.length > 0
      ? args
      : ['home', 'directory', 'profile', 'reviewed', 'reviews', 'pricing', 'article', 'topic', 'results']) {
      const { stdout } = await run(
        process.execPath,
        [
          lighthouse,
          url + pages[name]!,
          '--output=json',
          '--quiet',
          '--throttling-method=devtools',
          '--form-factor=mobile',
          '--chrome-flags=--headless=new --no-sandbox',
        ],
        { env: { ...process.env, CHROME_PATH: chrome }, maxBuffer: 2 ** 26 },
      );
      const { categories, audits } = JSON.parse(stdout) as Report;
      const score = (key: string): string => String(Math.round((categories[key]?.score ?? 0) * 100));
      const value = (key: string): string => (audits[key]?.numericValue ?? 0).toFixed(key.startsWith('cum') ? 4 : 0);
      console.log(
        `${name.padEnd(12)} ${score('performance').padStart(11)} ${score('accessibility').padStart(13)} ${score('best-practices').padStart(14)} ${score('seo').padStart(3)} ${value('largest-contentful-paint').padStart(10)} ${value('total-blocking-time').padStart(7)} ${value('cumulative-layout-shift').padStart(7)}`,
      );
      for (const key of ['accessibility', 'best-practices', 'seo'])
        if (score(key) !== '100')
          for (const one of Object.values(audits))
            if (one.score !== null && one.score < 1 && one.scoreDisplayMode === 'binary') console.log(`  ${one.title}`);
    }
  } finally {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(home, { recursive: true, force: true });
  }
}

/** Pages of sample data are hidden from search engines, and their reviews count for nothing, so neither would be measured. */
async function passSampleAsReal(databaseUrl: string): Promise<Record<string, string>> {
  const db = openKnex(databaseUrl);
  try {
    await writeState(db, 'removed', new Date());
    await db('reviews').where({ source: 'sample' }).update({ source: 'here' });
    const [most] = (await db('reviews').where({ status: 'published' }).select('dentistId').count({ reviews: '*' })
      .groupBy('dentistId').orderBy('reviews', 'desc').limit(1)) as [{ dentistId: number; reviews: string }]; // prettier-ignore
    const [none] = await db('dentists').whereNotIn('id', db('reviews').select('dentistId')).pluck('id').limit(1);
    console.log(`\nThe profile "reviewed" has ${most.reviews} reviews, "profile" has none.`);
    return {
      profile: `/profile/${none}`,
      reviewed: `/profile/${most.dentistId}`,
      reviews: `/reviews/${most.dentistId}`,
    };
  } finally {
    await db.destroy();
  }
}

const LATER_STARTS = 5;

/**
 * `npm run bench -- newcomer [ROWS]`: measures what a newcomer waits for: a fresh clone, `npm start` with nothing installed, the
 * first page, the first login as an admin, the first import, and later starts. Installing and building are the floor of the first.
 */
export async function benchNewcomer(args: readonly string[]): Promise<void> {
  const rows = Number(args[0] ?? 1_000);
  const home = await makeTemporaryHome('enamel-newcomer-');
  const clone = join(home, 'enamel');
  const steps: [string, number][] = [];
  const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    steps.push([what, (performance.now() - start) / 1000]);
    console.log(`${what.padEnd(44)} ${steps.at(-1)![1].toFixed(1).padStart(6)} s`);
    return result;
  };
  const command = async (file: string, given: string[], cwd: string) => {
    const [code] = (await once(spawn(file, given, { cwd, stdio: 'ignore' }), 'close')) as [number];
    if (code !== 0) throw new Error(`${file} ${given.join(' ')} ended with ${code}`);
  };
  let server: ReturnType<typeof spawn> | undefined;
  const stop = async () => {
    if (!server?.pid || server.exitCode !== null) return;
    const gone = once(server, 'close');
    process.kill(-server.pid, 'SIGTERM');
    await gone;
  };
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0' };
  const start = () => {
    server = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    return server;
  };
  try {
    await step('git clone', () => command('git', ['clone', '--quiet', root, clone], home));
    const started = start();
    let said = '';
    let began = performance.now();
    const marks: [RegExp, string][] = [
      [/Installing dependencies: done/, 'npm start: installs'],
      [/Building the website: done/, 'npm start: builds'],
      [/ready at \S+/, 'npm start: database, 26,000 listings, ready'],
    ];
    const url = await new Promise<string>((done, fail) => {
      started.stdout!.on('data', (part: Buffer) => {
        said += part.toString();
        while (marks[0]?.[0].test(said)) {
          steps.push([marks[0][1], (performance.now() - began) / 1000]);
          console.log(`${marks[0][1].padEnd(44)} ${steps.at(-1)![1].toFixed(1).padStart(6)} s`);
          began = performance.now();
          marks.shift();
        }
        const found = /ready at (\S+)[^]*admin/.exec(said);
        if (found) done(found[1]!);
      });
      started.once('close', (code) => fail(new Error(`npm start ended with ${code}: ${said}`)));
    });
    const [installs, builds, fills] = steps.slice(-3).map(([, n]) => n) as [number, number, number];
    console.log(
      `${'ready, times installing and building'.padEnd(44)} ${((installs + builds + fills) / (installs + builds)).toFixed(2).padStart(6)}`,
    );
    const [, email, password] = /admin\s+(\S+)\s+(\S+)/.exec(said)!;
    await step('first page', async () => {
      const text = await (await fetch(url)).text();
      if (!text.includes('</html>')) throw new Error('That is no page.');
    });
    const token = await step('first sign-in as administrator', async () => {
      const res = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const body = (await res.json()) as { token?: string };
      if (!body.token) throw new Error(JSON.stringify(body));
      return body.token;
    });
    await step(`first import, ${rows} rows`, async () => {
      const csv = `name,city,state,zipCode\n${Array.from({ length: rows }, (_, n) => `Dr. New ${n},Boston,MA,02108`).join('\n')}\n`;
      const form = new FormData();
      form.set('csvFile', new Blob([csv]), 'listings.csv');
      const headers = { authorization: `Bearer ${token}` };
      const res = await fetch(`${url}/api/admin/import-csv`, { method: 'POST', body: form, headers });
      const body = (await res.json()) as { success: boolean; message: string };
      if (!body.success) throw new Error(body.message);
    });
    console.log(
      `${'in all'.padEnd(44)} ${steps
        .reduce((sum, [, n]) => sum + n, 0)
        .toFixed(1)
        .padStart(6)} s`,
    );
    for (let again = 2; again <= LATER_STARTS + 1; again++) {
      await stop();
      await step(`start ${again}`, async () => {
        const later = start();
        await new Promise<void>((done, fail) => {
          later.stdout!.on('data', (part: Buffer) => void (part.includes('ready at') && done()));
          later.once('close', (code) => fail(new Error(`npm start ended with ${code}`)));
        });
      });
    }
  } finally {
    await stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
