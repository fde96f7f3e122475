import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const MAX_BYTES = 1_000_000;

/** Removes everything that looks like a token, a password, or an email address. */
export const redact = (text: string): string =>
  text
    .replace(/\b(Bearer\s+)[\w.~+/-]+=*/gi, '$1[redacted]')
    .replace(
      /("?(?:token|password|code|secret|challenge|authorization)"?\s*[:=]\s*)("[^"]*"|[^\s,}]+)/gi,
      '$1[redacted]',
    )
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[address]')
    .replace(/\b[\w-]{40,}\b/g, '[redacted]');

/** Opens the log for Help > Show Logs, which keeps at most two files of one megabyte. */
export function openLog(folder: string): { path: string; write(message: string, details?: object): void } {
  const path = join(folder, 'logs', 'console.log');
  mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 });
  const log = {
    path,
    write(message: string, details?: object) {
      const line = redact(`${new Date().toISOString()} ${message}${details ? ` ${JSON.stringify(details)}` : ''}`);
      try {
        if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`);
        appendFileSync(path, `${line}\n`, { mode: 0o600 });
      } catch {
        // The console works without a log.
      }
    },
  };
  // Creates the file, so that Show Logs always has one to show.
  log.write('the console started');
  return log;
}
