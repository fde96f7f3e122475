import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { expect, it, onTestFinished } from 'vitest';
import { scopeOf } from '#shared/accounts/api-calls.ts';
import { allRoutes } from '#server/routes.ts';
import { docsPage } from './docs.ts';
import { describeApi } from './openapi.ts';

type Operation = { operationId: string; security: object[]; description: string };
const api = describeApi(allRoutes, 'https://enamel.example');
const operations = Object.values(api.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
  Object.values(methods),
);

interface Problem {
  severity: string;
  ruleId: string;
  message: string;
  location: { pointer: string }[];
}

/** Runs `redocly lint` with its recommended rules. */
async function lint(document: object): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-openapi-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'api.json');
  await writeFile(file, JSON.stringify(document));
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const report = await new Promise<string>((done) => {
    execFile(
      process.execPath,
      [cli, 'lint', file, '--format=json', '--max-problems=1000'],
      { cwd: folder, maxBuffer: 50_000_000, env: { ...process.env, REDOCLY_TELEMETRY: 'off', NODE_OPTIONS: '' } },
      (_error, stdout) => done(stdout),
    );
  });
  const { problems } = JSON.parse(report) as { problems: Problem[] };
  return problems.map(
    ({ severity, ruleId, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  );
}

it('passes redocly lint without an error or a warning', { timeout: 120_000 }, async () => {
  expect(await lint(api)).toEqual([]);
  // The linter runs: it finds a missing id.
  const { operationId: _, ...nameless } = operations[0]!;
  const [path, methods] = Object.entries(api.paths as Record<string, object>)[0]!;
  const broken = { ...api, paths: { [path]: { ...methods, [Object.keys(methods)[0]!]: nameless } } };
  expect(await lint(broken)).toContainEqual(expect.stringContaining('operation-operationId'));
});

it('gives each call its own id, and says whether it needs a login', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids).toHaveLength(allRoutes.length);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^(get|post|put|patch|delete)[A-Z]\w*$/.test(id))).toEqual([]);
  for (const { description, security, operationId } of operations)
    expect([operationId, security]).toEqual([
      operationId,
      [
        ...(description.startsWith('Guard: anyone.') ? [{}] : []),
        { bearer: [] },
        { cookie: [] },
        ...(description.includes('API key scope: ') ? [{ apiKey: [] }] : []),
      ],
    ]);
  expect(operations.filter(({ security }) => security.some((one) => 'apiKey' in one))).toHaveLength(scopeOf.size);
});

it('shows a page that sends a call with a key, which stays out of the URL', async () => {
  const window = new Window({ url: 'https://enamel.example/api/docs' });
  onTestFinished(() => window.happyDOM.close());
  const { document } = window;
  const html = docsPage(allRoutes, 'nonce', 'Enamel');
  document.write(html.replace(/<script[\s\S]*<\/script>/, ''));
  const sent: [string, RequestInit][] = [];
  const reply = { headers: { 'ratelimit-remaining': '599', 'content-type': 'application/json' } };
  const fetchReply = async (url: string, init: RequestInit) => {
    if (url === '/api/docs.json') return { json: async () => api };
    sent.push([url, init]);
    return new Response('{"items":[]}', reply);
  };
  const script = /<script nonce="nonce">([\s\S]*)<\/script>/.exec(html)![1]!;
  // Runs the page's own script.
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func
  new Function('document', 'fetch', 'location', script)(document, fetchReply, { origin: 'https://enamel.example' });
  const input = (selector: string) => document.querySelector(selector) as unknown as HTMLInputElement;
  await expect.poll(() => document.querySelectorAll('#try-call option').length).toBe(scopeOf.size);
  input('#try-key').value = 'enk_secret';
  input('#try-fields [name=pageSize]').value = '5';
  document.querySelector('#try-form')!.dispatchEvent(new window.Event('submit', { cancelable: true }));
  await expect.poll(() => document.querySelector('#try-result')!.textContent).toContain('ratelimit-remaining: 599');
  const [[url, { headers, credentials }]] = sent as [[string, RequestInit]];
  expect(url).toBe('/api/v1/practices?pageSize=5');
  expect([headers, credentials]).toEqual([{ authorization: 'Bearer enk_secret' }, 'omit']);
  expect(document.querySelector('#try-result')!.textContent).not.toContain('enk_secret');
});
