import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './parts/ground.ts';

/** `npm run bench -- naughty`: runs the naughty-string test with the whole list in every form field. */
export async function bench(): Promise<void> {
  const child = spawn(
    process.execPath,
    // prettier-ignore
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'server/test/vitest.soak.config.ts', 'server/test/fuzz/naughty-forms.soak.test.ts', 'server/bulk/clean/naughty.soak.test.ts'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, NAUGHTY_EVERY: '1' } },
  );
  const [code] = (await once(child, 'close')) as [number];
  process.exitCode = code;
}
