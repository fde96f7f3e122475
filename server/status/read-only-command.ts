import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '#server/bulk/commands/terminal.ts';
import { changeReadOnly } from './read-only.ts';

/** Other servers read the settings at least this often. */
const NOTICED_MS = 3_000;

/** npm run read-only -- on|off: makes the site read-only for maintenance, and returns once all servers know it. */
await runCommand(
  'npm run read-only -- on|off',
  1,
  async (deps, [state]) => {
    await changeReadOnly(deps, null, { isOn: state === 'on', until: null });
    await pause(NOTICED_MS);
    console.log(
      state === 'on'
        ? 'The site is read-only. To end this, run: npm run read-only -- off'
        : 'The site is no longer read-only.',
    );
  },
  [],
  async ([state]) => {
    if (state !== 'on' && state !== 'off') {
      console.error('Usage: npm run read-only -- on|off');
      process.exit(2);
    }
  },
);
