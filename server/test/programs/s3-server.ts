import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { freePort } from './nginx.ts';

const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
/** How s3rver ends the names of its files. */
const OBJECT = '._S3rver_object';

/**
 * Starts s3rver, an S3 server that others wrote, with an empty bucket. It accepts any signature of its one key, so
 * `doubles/s3-store.ts` is the one that checks signatures.
 */
export async function startS3Server(bucket: string) {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-s3-'));
  const port = await freePort();
  const options = ['-d', folder, '-a', '127.0.0.1', '-p', String(port), '--silent', '--configure-bucket', bucket];
  const child = spawn(process.execPath, [program, ...options], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const endpoint = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 20_000;
  while (!(await fetch(endpoint).catch(() => null))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      child.kill();
      throw new Error('s3rver did not start');
    }
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    endpoint,
    key: { id: 'S3RVER', secret: 'S3RVER' },
    /** The names of the objects in the bucket. */
    async list(): Promise<string[]> {
      const files = await readdir(join(folder, bucket), { recursive: true });
      return files
        .filter((file) => file.endsWith(OBJECT))
        .map((file) => file.slice(0, -OBJECT.length).replaceAll(sep, '/'));
    },
    async stop(): Promise<void> {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type S3Server = Awaited<ReturnType<typeof startS3Server>>;
