import { spawn } from 'node:child_process';
import { once } from 'node:events';

const DONE = /@@ the block ended with (\d+) @@\n/;

/** A terminal whose variables live from block to block. A command that fails doesn't close it. */
export function openShell(options: { cwd: string; env: Record<string, string>; uid?: number; gid?: number }) {
  const child = spawn('bash', ['-Eo', 'pipefail'], { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => void (output += part.toString()));
  const ended = once(child, 'close');
  let isOpen = true;
  void ended.then(() => (isOpen = false));
  child.stdin.on('error', () => undefined);
  child.stdin.write('trap FAILED=1 ERR\n');

  return {
    /** Runs commands and returns what they printed. Throws with the output if one fails. */
    async run(commands: string): Promise<string> {
      const start = output.length;
      child.stdin.write(`FAILED=0\n${commands}\necho "@@ the block ended with $FAILED @@"\n`);
      while (isOpen && !DONE.test(output.slice(start))) await Promise.race([ended, once(child.stdout, 'data')]);
      const said = output.slice(start);
      if (DONE.exec(said)?.[1] !== '0') throw new Error(`A command failed:\n${commands}\n${said}`);
      return said.replace(DONE, '');
    },
    async close(): Promise<void> {
      child.stdin.end();
      await ended;
    },
  };
}
export type Shell = ReturnType<typeof openShell>;
