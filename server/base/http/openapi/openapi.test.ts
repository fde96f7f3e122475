import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { allRoutes } from '#server/routes.ts';
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
  expect(await lint(broken)).toEqual([expect.stringContaining('operation-operationId')]);
});

it('gives each call its own id, and says whether it needs a login', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids).toHaveLength(allRoutes.length);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^(get|post|put|patch|delete)[A-Z]\w*$/.test(id))).toEqual([]);
  for (const { description, security, operationId } of operations)
    expect([operationId, security]).toEqual([
      operationId,
      [...(description === 'Guard: anyone.' ? [{}] : []), { bearer: [] }, { cookie: [] }],
    ]);
});
