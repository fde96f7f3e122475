import { restartPostgres } from '#server/test/crashes/reliability.ts';

/** Kills Postgres repeatedly under load: `npm run bench -- reliability [TIMES]`. */
export async function bench(args: readonly string[]): Promise<void> {
  const times = Number(args[0] ?? 10);
  const { requests, acknowledged, lost, undone, wrong, slowestRecovery } = await restartPostgres(times, 50);
  console.log(
    `Postgres killed ${times} times under 50 connections: ${requests} requests, ${wrong.length} answers that were neither 200 nor 503,`,
  );
  console.log(
    `${acknowledged} acknowledged writes of which ${lost} were lost and ${undone} had their mail undone, first good answer at most ${Math.round(slowestRecovery)} ms after the database accepted again.`,
  );
  process.exitCode = wrong.length + lost + undone === 0 ? 0 : 1;
}
