import { startTestPostgres, freshDatabase } from '#server/test/programs/database.ts';
import { killPublishers } from '#server/test/crashes/kill-publishers.ts';

/** Kills servers while articles become due for publishing: `npm run bench -- publish [ARTICLES] [SECONDS]`. */
export async function bench(args: readonly string[]): Promise<void> {
  const articles = Number(args[0] ?? 1_000);
  const seconds = Number(args[1] ?? 60);
  const postgres = await startTestPostgres();
  const { db, url, drop } = await freshDatabase(postgres);
  const shape = { articles, withinMs: seconds * 1_000, killEveryMs: 4_000 };
  const found = await killPublishers(db, url, shape).finally(async () => {
    await drop();
    await postgres.stop();
  });
  const s = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  console.log(
    `${articles} articles due within ${seconds} s, two servers with clocks 5 s apart, ${found.kills} kills with -9:`,
  );
  console.log(`${found.published} published at their time, ${found.recorded} records of ${found.distinct} articles;`);
  console.log(`read by a visitor at most ${s(found.readLate)} late, recorded at most ${s(found.recordedLate)} late;`);
  console.log(`${found.draftsSeen} of ${found.answers} answers to visitors showed a draft.`);
  const good =
    found.published === articles &&
    found.recorded === articles &&
    found.distinct === articles &&
    found.draftsSeen === 0;
  process.exitCode = good && Math.max(found.readLate, found.recordedLate) <= 60_000 ? 0 : 1;
}
