import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LONGEST = 1_000_000;

/** Whatever looks like a secret or a person does not reach the log. */
export const redact = (text: string): string =>
  text
    .replace(/\b(Bearer\s+)[\w.~+/-]+=*/gi, '$1[redacted]')
    .replace(
      /("?(?:token|password|code|secret|challenge|authorization)"?\s*[:=]\s*)("[^"]*"|[^\s,}]+)/gi,
      '$1[redacted]',
    )
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[address]')
    .replace(/\b[\w-]{40,}\b/g, '[redacted]');

/** A small log for Help > Show Logs: two files of a megabyte at most. */
export function openLog(folder: string): { path: string; write(message: string, details?: object): void } {
  const path = join(folder, 'logs', 'console.log');
  mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 });
  const log = {
    path,
    write(message: string, details?: object) {
      const line = redact(`${new Date().toISOString()} ${message}${details ? ` ${JSON.stringify(details)}` : ''}`);
      try {
        if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LONGEST) renameSync(path, `${path}.1`);
        appendFileSync(path, `${line}\n`, { mode: 0o600 });
      } catch {
        // A log that cannot be written must not stop the work.
      }
    },
  };
  // So that there is something to show.
  log.write('the console starts');
  return log;
}
