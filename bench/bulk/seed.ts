import { systemClock } from '#server/clock.ts';
import { seedSample } from '#server/db/sample/seed.ts';

/** In a process of its own: the memory it takes is no part of what is measured. */
const [url, count, seed] = process.argv.slice(2) as [string, string, string | undefined];
await seedSample(url, {
  count: Number(count),
  clock: systemClock(),
  hashPassword: async () => 'x',
  ...(seed ? { seed: Number(seed) } : {}),
});
