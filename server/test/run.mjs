// `npm test`: types, lint, formatting, builds, unit and HTTP tests, and the main paths through the product in a browser.
// `npm run test:engines`: the main paths of patients and owners in three browser engines.
// `npm run test:soak`: all other browser tests, and the tests that run long on purpose.
// Ends with one line of totals, or writes them to $TEST_TOTALS for a caller that prints its own.
// With $TEST_BUILT, the suite uses the builds that another one has just made.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'enamel-reports-'));
const bin = (name) => join(root, 'node_modules', '.bin', name);
const suite = process.argv[2];
/** @type {{ passed: number, failed: number, skipped: number, failures: string[], built: boolean }} */
const totals = { passed: 0, failed: 0, skipped: 0, failures: [], built: Boolean(process.env.TEST_BUILT) };
const children = new Set();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of children) child.kill(signal);
    totals.failed += 1;
    totals.failures.push(`stopped by ${signal}`);
    printTotals();
  });
}

/** Runs one step. A quiet step prints its output in one piece at the end, so that parallel steps don't mix. */
function runStep(label, command, args, { env = {}, quiet = false } = {}) {
  const startedAt = Date.now();
  if (!quiet) console.log(`\n— ${label}`);
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    children.add(child);
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      children.delete(child);
      const result = code === 0 ? 'ok' : `failed (${code})`;
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      console.log(`— ${label}: ${result} in ${seconds} s`);
      resolve(code === 0);
    });
  });
}

function countStep(ok, label) {
  totals[ok ? 'passed' : 'failed'] += 1;
  if (!ok) totals.failures.push(label);
}

/** A step that fails without a failed test, such as a file that doesn't load, counts as one failure. */
function addTotals(label, ok, passed, skipped, failures) {
  totals.passed += passed;
  totals.skipped += skipped;
  const counted = ok || failures.length > 0 ? failures : [`${label} failed without a failed test`];
  totals.failed += counted.length;
  totals.failures.push(...counted);
}

function printSlowest(tests) {
  console.log('\nSlowest tests:');
  for (const { seconds, file, title } of tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, 25))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}  ${title}`);
}

/** The end of a run is what people read first, so it says what went wrong, too. */
function describeFailure(file, title, message = '') {
  const [reason = ''] = stripVTControlCharacters(message).split('\n');
  return `${file}  ${title}${reason && ` (${reason.slice(0, 200)})`}`;
}

async function runVitest(config) {
  const file = join(reports, 'vitest.json');
  const strayFile = join(reports, 'stray-errors.json');
  const ok = await runStep(
    'unit and HTTP tests',
    bin('vitest'),
    [
      'run',
      '--config',
      `server/test/${config}`,
      '--reporter=default',
      '--reporter=json',
      '--reporter=./server/test/report-stray-errors.mjs',
      `--outputFile.json=${file}`,
    ],
    { env: { STRAY_ERRORS: strayFile } },
  );
  if (!existsSync(file) || !existsSync(strayFile)) return countStep(false, `${config} left no report`);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => describeFailure(name.replace(root, ''), fullName, failureMessages[0])),
  );
  for (const { place, message } of JSON.parse(readFileSync(strayFile, 'utf8')))
    failures.push(describeFailure(place.replace(root, ''), 'outside of its tests', message));
  addTotals(config, ok, report.numPassedTests, report.numPendingTests + report.numTodoTests, failures);
  printSlowest(
    report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ duration, fullName }) => ({
        seconds: (duration ?? 0) / 1000,
        file: name.replace(root, ''),
        title: fullName,
      })),
    ),
  );
}

const listSpecs = (suite) => [
  ...(suite.suites ?? []).flatMap(listSpecs),
  ...(suite.specs ?? []).flatMap(({ title, file, tests }) =>
    tests.map(({ results, status }) => ({
      status,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      file,
      title,
      message: results.findLast(({ error }) => error)?.error.message,
    })),
  ),
];

async function runPlaywright(config) {
  const file = join(reports, 'playwright.json');
  const ok = await runStep('browser tests', bin('playwright'), ['test', '--config', `web/e2e/${config}`], {
    env: { TEST_REPORT: file },
  });
  if (!existsSync(file)) return countStep(false, `${config} left no report`);
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  const specs = suites.flatMap(listSpecs);
  const failures = specs
    .filter(({ status }) => status === 'unexpected')
    .map(({ file, title, message }) => describeFailure(file, title, message));
  addTotals(config, ok, stats.expected + stats.flaky, stats.skipped, failures);
  for (const { file, title } of specs.filter(({ status }) => status === 'flaky'))
    console.log(`Flaky: ${file}  ${title}`);
  printSlowest(specs);
}

async function runChecks() {
  countStep(await runStep('types', bin('tsc'), ['--noEmit'], { quiet: true }), 'types');
  countStep(await runStep('lint', bin('oxlint'), ['--type-aware', '--deny-warnings'], { quiet: true }), 'lint');
  countStep(
    await runStep('formatting', bin('prettier'), ['--check', '--log-level', 'warn', '.'], { quiet: true }),
    'formatting',
  );
}

async function build() {
  if (totals.built) return true;
  const ok =
    (await runStep('build', 'npm', ['run', '--silent', 'build'], { quiet: true })) &&
    (await runStep('desktop build', 'npm', ['run', '--silent', 'desktop:build'], { quiet: true }));
  countStep(ok, 'build');
  totals.built = ok;
  return ok;
}

function printTotals() {
  rmSync(reports, { recursive: true, force: true });
  if (process.env.TEST_TOTALS) writeFileSync(process.env.TEST_TOTALS, JSON.stringify(totals));
  else {
    for (const failure of totals.failures) console.log(`Failed: ${failure}`);
    console.log(
      `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
    );
  }
  process.exit(totals.failed === 0 ? 0 : 1);
}

const startedAt = Date.now();
if (suite === 'engines') {
  if (await build()) await runPlaywright('playwright.engines.config.ts');
} else if (suite === 'soak') {
  const built = await build();
  await runVitest('vitest.soak.config.ts');
  if (built) await runPlaywright('playwright.soak.config.ts');
} else {
  const [built] = await Promise.all([build(), runChecks(), runVitest('vitest.config.ts')]);
  if (built) await runPlaywright('playwright.paths.config.ts');
}
console.log(`\nAll steps took ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
printTotals();
