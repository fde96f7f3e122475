// Everything, in one command: types, lint, laws, unit, HTTP and browser tests. Ends with one line that counts the whole.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'enamel-reports-'));
const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Runs one step with its output in view; resolves to whether it went well. */
function run(label, command, args, env = {}) {
  const started = Date.now();
  console.log(`\n— ${label}`);
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    child.on('error', (error) => {
      console.error(error.message);
      done(false);
    });
    child.on('close', (code) => {
      console.log(
        `— ${label}: ${code === 0 ? 'ok' : `failed (${code})`} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
      );
      done(code === 0);
    });
  });
}

const counts = { passed: 0, failed: 0, skipped: 0 };
const count = (ok) => void (counts[ok ? 'passed' : 'failed'] += 1);

function addVitest(file, ok) {
  if (!existsSync(file)) return count(false);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  counts.passed += report.numPassedTests;
  counts.failed += report.numFailedTests;
  counts.skipped += report.numPendingTests + report.numTodoTests;
  // A file that does not load has no failed test of its own, but the run has failed.
  if (!ok && report.numFailedTests === 0) counts.failed += 1;
}

/** Where the time goes, so that the whole stays short. */
function slowest(suites) {
  const of = (suite) => [
    ...(suite.suites ?? []).flatMap(of),
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
      tests.map(({ results }) => [results.reduce((sum, { duration }) => sum + duration, 0) / 1000, file, title]),
    ),
  ];
  const all = suites.flatMap(of).toSorted((a, b) => b[0] - a[0]);
  for (const [seconds, file, title] of all.slice(0, 25))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}  ${title}`);
}

function addPlaywright(file, ok) {
  if (!existsSync(file)) return count(false);
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  slowest(suites);
  counts.passed += stats.expected + stats.flaky;
  counts.failed += stats.unexpected;
  counts.skipped += stats.skipped;
  if (!ok && stats.unexpected === 0) counts.failed += 1;
}

count(await run('types', bin('tsc'), ['--noEmit']));
count(await run('lint', bin('oxlint'), ['--type-aware', '--deny-warnings']));
count(await run('format', bin('prettier'), ['--check', '--log-level', 'warn', '.']));

const unit = join(reports, 'unit.json');
addVitest(
  unit,
  await run('unit and HTTP tests', bin('vitest'), [
    'run',
    '--config',
    'server/test/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unit}`,
  ]),
);

const built =
  (await run('build', 'npm', ['run', '--silent', 'build'])) &&
  (await run('desktop build', 'npm', ['run', '--silent', 'desktop:build']));
count(built);
if (built) {
  const browser = join(reports, 'browser.json');
  addPlaywright(
    browser,
    await run('browser tests', bin('playwright'), ['test', '--config', 'web/e2e/playwright.config.ts'], {
      TEST_REPORT: browser,
    }),
  );
}

rmSync(reports, { recursive: true, force: true });
console.log(`\n${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`);
process.exit(counts.failed === 0 ? 0 : 1);
