import { Gauge } from 'prom-client';
import type { Deps } from '#server/base/http/context.ts';
import { examine, type CheckResult } from './examine.ts';
import { surroundingsOf } from './surroundings.ts';

/** The checks log in to the mail server and write to S3, so a scrape starts them at most this often. */
const EVERY_MS = 15 * 60_000;
const VALUES: Record<Exclude<CheckResult['state'], 'skipped'>, number> = { ok: 0, warning: 1, error: 2 };

/**
 * The results of the last checks, for /metrics. A scrape doesn't wait for them: it starts them if the last ones are old, and
 * shows their results from the next scrape on.
 */
export function createCheckGauges(deps: Deps): Gauge[] {
  let results: CheckResult[] = [];
  let endedAt: number | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  const refresh = () => {
    const now = performance.now();
    if (now - startedAt < EVERY_MS) return;
    startedAt = now;
    examine(surroundingsOf(deps)).then(
      (checks) => {
        results = checks;
        endedAt = Date.now();
      },
      (err: unknown) => deps.log.warn({ err }, 'the system check failed'),
    );
  };
  return [
    new Gauge({
      name: 'enamel_check_state',
      help: 'The last result of each check of "npm run doctor": 0 ok, 1 warning, 2 error. Checks that were skipped are absent',
      labelNames: ['check'],
      registers: [],
      collect() {
        refresh();
        this.reset();
        for (const { key, state } of results) if (state !== 'skipped') this.set({ check: key }, VALUES[state]);
      },
    }),
    new Gauge({
      name: 'enamel_checks_timestamp_seconds',
      help: 'When the checks ended last. They run every 15 minutes while the server is scraped',
      registers: [],
      collect() {
        if (endedAt !== null) this.set(endedAt / 1_000);
        else this.remove();
      },
    }),
  ];
}
