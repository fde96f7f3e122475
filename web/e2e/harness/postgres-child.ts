import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import { LiveSettings } from '#server/base/live-settings.ts';
import { createLog } from '#server/base/log.ts';
import { prepare } from '#server/prepare.ts';
import { createSecrets } from '#server/base/secrets.ts';
import { freshDatabase, startTestPostgres } from '#server/test/programs/database.ts';
import type { BrowserTestPostgres } from './test-server.ts';

// A separate process, because knex loads the migrations without Playwright's loader.
// Ctrl+C reaches this process too, but workers still need the database while they stop. It ends with its parent instead.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const { stop, ...postgres } = await startTestPostgres();
const sample = await freshDatabase(postgres);
const config = readConfig({ NODE_ENV: 'test', SAMPLE_DATA: '1500', DATABASE_URL: sample.url });
const log = createLog('error');
await prepare(
  {
    db: sample.db,
    config: { ...config, PUBLIC_URL: 'http://localhost' },
    clock: systemClock(0),
    log,
    settings: new LiveSettings({ db: sample.db, log, config }),
    secret: createSecrets('a secret for tests that is long enough'),
  },
  sample.url,
);
// Postgres can't copy a database that has connections.
await sample.db.destroy();
const message: BrowserTestPostgres = { ...postgres, sampleTemplate: new URL(sample.url).pathname.slice(1) };
process.send!(message);

process.once('disconnect', () => {
  void (async () => {
    await sample.drop();
    await stop();
    process.exit(0);
  })();
});
