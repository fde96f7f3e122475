// `npm run desktop:pack -- [options of electron-builder]`: packs the built console for this system. Says plainly which
// download failed, because electron-builder fetches Electron and its tools from GitHub.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const builder = fileURLToPath(new URL('../node_modules/electron-builder/cli.js', import.meta.url));
const args = ['--config', 'electron-builder.yml', ...process.argv.slice(2)];
const { status, stdout, stderr } = spawnSync(process.execPath, [builder, ...args], { encoding: 'utf8' });
process.stdout.write(stdout);
process.stderr.write(stderr);
if (status !== 0) {
  const output = stdout + stderr;
  const isNetworkFailure = /E(AI_AGAIN|NOTFOUND|CONNREFUSED|TIMEDOUT)\b|fetch failed/.test(output);
  const [download = 'Electron or a packing tool'] = /https:\/\/[^\s"')]*github\.com\/[^\s"')]+/.exec(output) ?? [];
  const reason = isNetworkFailure
    ? `It could not download ${download} from GitHub.\nSet ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR, or pack where GitHub can be reached.`
    : 'The reason is above.';
  console.error(`\nPACKING STOPPED. ${reason}\nPackages that are complete are in desktop/dist/packed.`);
  process.exit(status ?? 1);
}
