// Runs every step even when an earlier one failed, and always prints the closing line.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'enamel-ci-'));
/** @type {{ passed: number, failed: number, skipped: number, failures: string[] }} */
const totals = { passed: 0, failed: 0, skipped: 0, failures: [] };
const MINUTE = 60_000;

/** Runs an npm command in a process group of its own and stops the group at the time limit. Resolves to success. */
function runNpm(args, limitMs, env = {}) {
  console.log(`\n=== npm ${args.join(' ')}`);
  return new Promise((resolve) => {
    const child = spawn('npm', args, { stdio: 'inherit', detached: true, env: { ...process.env, ...env } });
    const stopGroup = (signal) => {
      try {
        process.kill(-Number(child.pid), signal);
      } catch {
        // The group has already ended.
      }
    };
    const timers = [
      setTimeout(() => {
        console.error(`npm ${args.join(' ')} exceeded ${limitMs / MINUTE} minutes and was stopped.`);
        stopGroup('SIGTERM');
      }, limitMs),
      setTimeout(() => stopGroup('SIGKILL'), limitMs + MINUTE / 3),
    ];
    const finish = (ok) => {
      for (const timer of timers) clearTimeout(timer);
      resolve(ok);
    };
    child.once('error', (error) => {
      console.error(error.message);
      finish(false);
    });
    child.once('exit', (code) => finish(code === 0));
  });
}

/** A suite that leaves no totals, or fails without a failed test, counts as one failure. Resolves to whether it has built the product. */
async function runSuite(script, limitMs, isBuilt = false) {
  const file = join(folder, `${script.replace(':', '-')}.json`);
  const ok = await runNpm(['run', script], limitMs, { TEST_TOTALS: file, ...(isBuilt && { TEST_BUILT: '1' }) });
  let suite = { passed: 0, failed: 0, skipped: 0, failures: [], built: false };
  try {
    suite = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.error(`npm run ${script} left no totals.`);
  }
  totals.passed += suite.passed;
  totals.failed += ok || suite.failed > 0 ? suite.failed : 1;
  totals.skipped += suite.skipped;
  totals.failures.push(...(ok || suite.failed > 0 ? suite.failures : [`npm run ${script}`]));
  return suite.built;
}

if (await runNpm(['ci'], 5 * MINUTE)) {
  const isBuilt = await runSuite('test', 50 * MINUTE);
  await runSuite('test:engines', 25 * MINUTE, isBuilt);
} else {
  totals.failed += 1;
  totals.failures.push('npm ci');
}
rmSync(folder, { recursive: true, force: true });
// The end of the output is what people read first, so the failed tests are listed there.
for (const failure of totals.failures) console.log(`Failed: ${failure}`);
console.log(
  `\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
);
process.exitCode = totals.failed === 0 ? 0 : 1;
