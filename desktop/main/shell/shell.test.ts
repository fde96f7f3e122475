import { mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { removeLeftovers } from '../files/leftovers.ts';
import { renameWithRetry } from '../../offline/replace-file.ts';
import { openCrashLog } from './crash-log.ts';
import { describeCertificateProblem } from './net-fetch.ts';
import { applyChanges } from './on-change.ts';
import { resolveArguments } from '../open-arguments.ts';
import { Recovery, type RecoveryDependencies } from './recovery.ts';
import { readTheme, saveTheme } from './theme.ts';
import { useFolder } from '../../e2e/harness/main/test-folder.ts';

const folder = useFolder();

it('passes on changes at most once per interval, and the last one always', () => {
  vi.useFakeTimers();
  const applied: number[] = [];
  const apply = applyChanges((value: number) => applied.push(value), 1_000);
  for (let n = 0; n < 100; n++) {
    apply(Math.floor(n / 10));
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(2_000);
  apply(9);
  expect(applied).toEqual([0, 1, 3, 5, 7, 9]);
  vi.useRealTimers();
});

describe('recovery', () => {
  const openRecovery = (overrides: Partial<RecoveryDependencies> = {}) => {
    const calls: string[] = [];
    let time = 0;
    const recovery = new Recovery({
      now: () => time,
      reload: () => void calls.push('reload'),
      crashPage: () => void calls.push('crash'),
      askAfterCrashes: async () => (calls.push('ask'), 'reload'),
      askWhileHung: async () => 'reload',
      quit: () => void calls.push('quit'),
      sayRecovered: () => void calls.push('recovered'),
      record: (what) => void calls.push(what),
      ...overrides,
    });
    return { recovery, calls, wait: (ms: number) => (time += ms) };
  };
  const crash = { reason: 'crashed', exitCode: 5 };

  it('reloads a crashed page and says so once it is back', () => {
    const { recovery, calls } = openRecovery();
    recovery.onPageGone({ reason: 'clean-exit', exitCode: 0 });
    recovery.onPageGone(crash);
    recovery.onLoaded();
    recovery.onLoaded();
    expect(calls).toEqual(['The page crashed', 'reload', 'recovered']);
  });
  it('asks instead of reloading a page that keeps crashing', async () => {
    const { recovery, calls, wait } = openRecovery();
    recovery.onPageGone(crash);
    wait(61_000);
    recovery.onPageGone(crash);
    recovery.onPageGone(crash);
    expect(calls).not.toContain('ask');
    recovery.onPageGone(crash);
    await Promise.resolve();
    expect(calls.slice(-2)).toEqual(['ask', 'reload']);
    const quitting = openRecovery({ askAfterCrashes: async () => 'quit' });
    for (let n = 0; n < 3; n++) quitting.recovery.onPageGone(crash);
    await Promise.resolve();
    expect(quitting.calls.at(-1)).toBe('quit');
  });
  it('ends a hung page unless it came back while the person was asked', async () => {
    let answer!: (choice: 'reload') => void;
    const { recovery, calls } = openRecovery({ askWhileHung: () => new Promise((resolve) => (answer = resolve)) });
    recovery.onUnresponsive();
    recovery.onResponsive();
    answer('reload');
    await Promise.resolve();
    expect(calls).not.toContain('crash');
    await Promise.resolve();
    recovery.onUnresponsive();
    answer('reload');
    await vi.waitFor(() => expect(calls).toContain('crash'));
  });
});

it('keeps crashes in a report without secrets', async () => {
  const crashes = openCrashLog(folder);
  crashes.add('The page crashed', { reason: 'oom', url: 'ada@example.com' });
  crashes.add('The main process had a fault', new Error('Bearer abcdefghijklmnop'));
  const report = crashes.readReport('0.1.0');
  expect(report).toMatch(/^Console 0\.1\.0 on /);
  expect(report).toContain('"reason":"oom"');
  expect(report).toContain('Error: Bearer [redacted]');
  expect(report).not.toContain('ada@example.com');
});

it('remembers the theme for the next start', async () => {
  expect(readTheme(folder)).toBe('system');
  await saveTheme(folder, 'dark');
  expect(readTheme(folder)).toBe('dark');
});

it('resolves the paths of a second start in its folder, and ignores switches', () => {
  expect(resolveArguments(['--inspect', 'lists/a.csv', '/b.csv', 'enamel://claim/7'], '/home/ada')).toEqual([
    '/home/ada/lists/a.csv',
    '/b.csv',
    'enamel://claim/7',
  ]);
});

it('removes what a crash left behind, and nothing else', async () => {
  const own = await mkdtemp(join(folder, 'left-'));
  const kept = ['outbox.log', 'sending-notes.csv', 'snapshot.sealed', 'people.csv'];
  const leftovers = [`sending-${crypto.randomUUID()}.csv`, 'outbox.log.0123456789ab.tmp'];
  for (const name of [...kept, ...leftovers]) await writeFile(join(own, name), '');
  await removeLeftovers(own);
  expect(await readdir(own)).toEqual(kept.toSorted());
});

it('retries a rename while another program holds the file', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  await writeFile(from, 'new');
  const failures = ['EPERM', 'EBUSY'];
  const busyRename = async (...paths: Parameters<typeof rename>) => {
    const code = failures.shift();
    if (code) throw Object.assign(new Error(code), { code });
    await rename(...paths);
  };
  await renameWithRetry(from, to, busyRename);
  expect(await readFile(to, 'utf8')).toBe('new');
  failures.push('ENOSPC');
  await expect(renameWithRetry(to, from, busyRename)).rejects.toThrow('ENOSPC');
});

it('says what is wrong with a certificate', () => {
  const describe = (name: string) => describeCertificateProblem(new Error(`net::${name}`), 'enamel.example.com', owner);
  let owner: string | null = 'wifi.example.com';
  expect(describe('ERR_CERT_COMMON_NAME_INVALID')).toBe(
    'This server’s certificate is for wifi.example.com, not enamel.example.com.',
  );
  owner = null;
  expect(describe('ERR_CERT_COMMON_NAME_INVALID')).toBe(
    'This server’s certificate is for another address, not enamel.example.com.',
  );
  expect(describe('ERR_CERT_DATE_INVALID')).toMatch(/expired/);
  expect(describe('ERR_SSL_PROTOCOL_ERROR')).toBe('The connection to this server isn’t secure.');
  expect(describe('ERR_CONNECTION_REFUSED')).toBeNull();
});
