import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** State and start time from /proc; null where there is no /proc, or no such process. */
function procStat(pid: number): { state: string; started: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name is in parentheses and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

/** Alive, and no zombie waiting for a parent that never looks. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const state = procStat(pid)?.state;
  return state !== 'Z' && state !== 'X';
}

/** When a process began, so that a number used again is not taken for the process that had it before. */
export const startedAt = (pid: number): string => procStat(pid)?.started ?? '';

/** Is `pid` the postmaster of this directory? After a reboot the number in its file may belong to anyone. */
export function isPostmaster(pid: number, data: string): boolean {
  if (!isRunning(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

export interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
}

export async function readPidFile(data: string): Promise<PidFile | null> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** The wanted port of 127.0.0.1 if it is free, else any. */
export async function freePort(wanted = 0): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if (wanted === 0) throw error;
    return freePort();
  }
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Fast shutdown: clients are cut off, what was committed is kept. */
export function askToStop(pid: number, how: NodeJS.Signals = 'SIGINT'): void {
  try {
    process.kill(pid, how);
  } catch {
    // Gone already.
  }
}

export async function stopPostmaster(pid: number, data: string, pgCtl: string): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals to send: a kill there would be a crash.
    return new Promise((done) => {
      execFile(pgCtl, ['stop', '-D', data, '-m', 'fast'], () => done());
    });
  }
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, patience] of steps) {
    askToStop(pid, signal);
    const until = Date.now() + patience;
    while (isPostmaster(pid, data)) {
      if (Date.now() > until) break;
      await sleep(5);
    }
    if (!isPostmaster(pid, data)) return;
  }
}
