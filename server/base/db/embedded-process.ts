import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Reads state and start time from /proc. Null without /proc or without such a process. */
function readProcStat(pid: number): { state: string; started: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name is in parentheses and may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

/** True if the process is alive and not a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const state = readProcStat(pid)?.state;
  return state !== 'Z' && state !== 'X';
}

/** The start time of a process. It differs from that of an earlier process with the same id. */
export const readStartTime = (pid: number): string => readProcStat(pid)?.started ?? '';

/** True if `pid` is the postmaster of this directory. After a reboot the id in its file may belong to another program. */
export function isPostmaster(pid: number, data: string): boolean {
  if (!isRunning(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

interface PidFile {
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

/** Returns the preferred port of 127.0.0.1 if it is free, or else any free port. */
export async function findFreePort(preferred = 0): Promise<number> {
  const probe = createServer().listen(preferred, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch (error) {
    if (preferred === 0) throw error;
    return findFreePort();
  }
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** Requests a fast shutdown, which disconnects clients and keeps committed data. */
export function signalStop(pid: number, signal: NodeJS.Signals = 'SIGINT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

export async function stopPostmaster(pid: number, data: string, pgCtl: string): Promise<void> {
  if (process.platform === 'win32') {
    // Windows has no signals, and killing the process would be a crash.
    return new Promise((done) => {
      execFile(pgCtl, ['stop', '-D', data, '-m', 'fast'], () => done());
    });
  }
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, timeout] of steps) {
    signalStop(pid, signal);
    const deadline = Date.now() + timeout;
    while (isPostmaster(pid, data)) {
      if (Date.now() > deadline) break;
      await sleep(5);
    }
    if (!isPostmaster(pid, data)) return;
  }
}
