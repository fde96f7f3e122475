import { systemClock } from '#server/base/clock.ts';
import { seedSample } from '#server/sample/seed.ts';

/** Runs in its own process, so that its memory isn't measured. */
const [url, count, seed] = process.argv.slice(2) as [string, string, string | undefined];
await seedSample(url, {
  count: Number(count),
  clock: systemClock(),
  hashPassword: async () => 'x',
  ...(seed ? { seed: Number(seed) } : {}),
});
