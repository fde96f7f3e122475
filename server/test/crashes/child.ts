import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child {
  url: string;
  process: ChildProcess;
  /** Everything written to stderr so far. */
  errors(): string;
  /** Resolves to the exit code, or to the signal that ended the process. */
  ended: Promise<number | string | null>;
}

/** Starts a server in a child process on a free port. */
export async function startChild(env: Record<string, string>): Promise<Child> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./server-child.ts', import.meta.url))],
    {
      env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', SAMPLE_DATA: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let errors = '';
  child.stderr.on('data', (part: Buffer) => void (errors += part.toString()));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null);
  const url = await new Promise<string>((done, fail) => {
    let said = '';
    child.stdout.on('data', (part: Buffer) => {
      const found = /(http\S+)/.exec((said += part.toString()));
      if (found) done(found[1]!);
    });
    void ended.then((how) => fail(new Error(`The server ended with ${how}: ${errors}`)));
  });
  return { url, process: child, ended, errors: () => errors };
}
