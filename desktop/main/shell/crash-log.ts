import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import { redact } from './log.ts';

const MAX_BYTES = 500_000;

export interface CrashLog {
  /** Records a crash of the page, of a helper process, or of the main process. Sends nothing. */
  add(what: string, details: unknown): void;
  /** The text for Help > Save Crash Report: the system, the crashes, and the end of the console's log. */
  readReport(version: string): string;
}

const describe = (details: unknown): string =>
  details instanceof Error ? (details.stack ?? details.message) : (JSON.stringify(details) ?? '');

export function openCrashLog(folder: string): CrashLog {
  const path = join(folder, 'logs', 'crashes.log');
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  return {
    add(what, details) {
      try {
        mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 });
        if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`);
        appendFileSync(path, `${new Date().toISOString()} ${what} ${redact(describe(details))}\n`, { mode: 0o600 });
      } catch {
        // The console works without a log.
      }
    },
    readReport(version) {
      const crashes = read(`${path}.1`) + read(path);
      const lastLines = read(join(folder, 'logs', 'console.log'))
        .split('\n')
        .slice(-300)
        .join('\n');
      const system = `${process.platform} ${release()} ${process.arch}`;
      return `Console ${version} on ${system}\n\nCrashes\n${crashes || 'None recorded.\n'}\nLog\n${lastLines}`;
    },
  };
}
