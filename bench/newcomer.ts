import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './parts/ground.ts';
import { makeTemporaryHome } from './parts/temporary-home.ts';

/**
 * `npm run bench -- newcomer [ROWS]`: measures what a newcomer waits for: a fresh clone, `npm start` with
 * nothing installed, the first page, the first login as an admin, and the first import.
 */
export async function bench(args: readonly string[]): Promise<void> {
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
  try {
    await step('git clone', () => command('git', ['clone', '--quiet', root, clone], home));
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0' };
    server = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    let said = '';
    let began = performance.now();
    const marks: [RegExp, string][] = [
      [/Installing dependencies: done/, 'npm start: installs'],
      [/Building the website: done/, 'npm start: builds'],
      [/ready at \S+/, 'npm start: database, 26,000 listings, ready'],
    ];
    const url = await new Promise<string>((done, fail) => {
      server!.stdout!.on('data', (part: Buffer) => {
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
      server!.once('close', (code) => fail(new Error(`npm start ended with ${code}: ${said}`)));
    });
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
  } finally {
    if (server?.pid && server.exitCode === null) {
      const gone = once(server, 'close');
      process.kill(-server.pid, 'SIGTERM');
      await gone;
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}
