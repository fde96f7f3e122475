import type { Knex } from 'knex';
import { systemClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import type { Deps } from '#server/base/http/context.ts';
import { createLog } from '#server/base/log.ts';
import { createSecrets } from '#server/base/secrets.ts';

/** The dependencies of a benchmark server. It trusts one proxy, because `insights/visitors.ts` sends the visitors' addresses. */
export const depsFor = (db: Knex, url: string, home: string): Deps => ({
  db,
  clock: systemClock(),
  config: {
    ...readConfig({ DATA_DIR: home, DATABASE_URL: url, LOG_LEVEL: 'silent', PORT: '0', TRUST_PROXY: '1' }),
    PUBLIC_URL: 'http://localhost',
  },
  log: createLog('silent'),
  secret: createSecrets('only for this benchmark, and long'),
});
