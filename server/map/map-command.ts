import { rm } from 'node:fs/promises';
import { OutboundError } from '#server/articles/outbound.ts';
import { ConfigError, readConfig } from '#server/base/config.ts';
import { GroundError, groundFile } from './ground-file.ts';
import { installGround } from './install-ground.ts';

const [action, from] = process.argv.slice(2);
try {
  const { DATA_DIR, AI_ALLOW_LOOPBACK } = readConfig({ ...process.env, SAMPLE_DATA: '0' });
  if (action === 'install' && from !== undefined) {
    const { tiles, maxZoom } = await installGround(from, DATA_DIR, { allowLoopback: AI_ALLOW_LOOPBACK });
    console.log(
      `Installed ${groundFile(DATA_DIR)}: ${tiles.toLocaleString('en-US')} tiles, up to zoom ${maxZoom}. The map uses it from the next visit on.`,
    );
  } else if (action === 'remove') {
    await rm(groundFile(DATA_DIR), { force: true });
    console.log('Removed the ground. The map draws states, counties, and towns.');
  } else {
    console.error('Usage: npm run map -- install FILE.pmtiles (or an https:// address), or npm run map -- remove');
    process.exitCode = 2;
  }
} catch (error) {
  const { code, path, message } = error as NodeJS.ErrnoException;
  const isExpected = error instanceof GroundError || error instanceof OutboundError || error instanceof ConfigError;
  console.error(code === 'ENOENT' && path !== undefined ? `File not found: ${path}` : isExpected ? message : error);
  process.exitCode = 1;
}
