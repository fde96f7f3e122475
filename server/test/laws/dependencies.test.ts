import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const TIMEOUT_MS = 20_000;

interface Result {
  code: number;
  output: string;
}
async function runNpm(args: string[]): Promise<Result> {
  const options = { cwd: root, timeout: TIMEOUT_MS, maxBuffer: 64 * 2 ** 20, shell: process.platform === 'win32' };
  try {
    const { stdout } = await promisify(execFile)('npm', [...args, '--json', '--fetch-retries=0'], options);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout = '' } = error as { code?: number; stdout?: string };
    return { code: typeof code === 'number' ? code : 1, output: stdout };
  }
}

/** Null if the registry didn't answer with a report. */
function parseReport<T>({ output }: Result, isReport: (value: object) => boolean): T | null {
  try {
    const value = JSON.parse(output) as object;
    return isReport(value) ? (value as T) : null;
  } catch {
    return null;
  }
}

const skipLoudly = (skip: (note: string) => void, what: string): void => {
  const note = `The npm registry doesn't answer "${what}" here, so this isn't checked.`;
  console.warn(note);
  skip(note);
};

it('dependencies of the server have no known vulnerability of high severity', async ({ skip }) => {
  interface Audit {
    vulnerabilities: Record<string, { severity: string; range: string }>;
  }
  const report = parseReport<Audit>(await runNpm(['audit', '--omit=dev', '--audit-level=high']), (value) => 'vulnerabilities' in value); // prettier-ignore
  if (!report) return skipLoudly(skip, 'npm audit');
  const severe = Object.entries(report.vulnerabilities).filter(([, { severity }]) => /^(high|critical)$/.test(severity));
  expect(severe.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)).toEqual([]);
}, 40_000); // prettier-ignore

it('installed packages are signed by the registry', async ({ skip }) => {
  interface Signatures {
    invalid: { name: string; version: string }[];
    missing: { name: string; version: string }[];
  }
  const report = parseReport<Signatures>(await runNpm(['audit', 'signatures']), (value) => 'invalid' in value);
  if (!report) return skipLoudly(skip, 'npm audit signatures');
  expect(report.invalid.map(({ name, version }) => `${name}@${version}`)).toEqual([]);
}, 40_000);
