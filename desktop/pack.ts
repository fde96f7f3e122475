// `npm run desktop:pack -- [options of electron-builder]`: packs the built console for this system. Its last line says
// what stopped it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describeFailure } from './pack-failure.ts';

const builder = fileURLToPath(new URL('../node_modules/electron-builder/cli.js', import.meta.url));
const child = spawn(process.execPath, [builder, '--config', 'electron-builder.yml', ...process.argv.slice(2)], {
  stdio: ['inherit', 'pipe', 'pipe'],
});
let output = '';
for (const [from, to] of [
  [child.stdout, process.stdout],
  [child.stderr, process.stderr],
] as const)
  from.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    to.write(chunk);
  });
const [code] = (await once(child, 'close')) as [number | null];
if (code !== 0) {
  console.error(`\n${describeFailure(output)}`);
  process.exitCode = code ?? 1;
}
