import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { TestApp } from '../app.ts';

export interface NpmCommand {
  /** Everything that the command has printed so far. */
  output(): string;
  /** Kills npm and the process that it started, as the out-of-memory killer or a power cut would. */
  kill(): void;
  /** Stops them as Ctrl+C does. */
  interrupt(): void;
  /** Resolves to the exit code, or to the signal that ended the command. */
  ended: Promise<number | string>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts `npm run NAME -- ARGUMENTS` on the database of a test. */
export function startNpmCommand(app: TestApp, name: string, commandArguments: readonly string[]): NpmCommand {
  const child = spawn('npm', ['run', '--silent', name, '--', ...commandArguments], {
    cwd: root,
    // A process group of its own, because a signal to npm alone doesn't reach its child.
    detached: true,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'test',
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.deps.config.DATA_DIR,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  let isRunning = true;
  const ended = once(child, 'close').then(([code, signal]) => {
    isRunning = false;
    return (code ?? signal) as number | string;
  });
  const kill = () => {
    if (isRunning) process.kill(-child.pid!, 'SIGKILL');
  };
  const interrupt = () => {
    if (isRunning) process.kill(-child.pid!, 'SIGINT');
  };
  onTestFinished(kill);
  return { output: () => output, kill, interrupt, ended };
}
