import { callerOf, signInOn } from '#server/test/app.ts';
import { makeGround, percentile, thousands } from './parts/ground.ts';

const PAUSE_MS = 40;
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** `npm run bench -- backup [LISTINGS]`: measures searches and memory while a backup is made and while it is tested. */
export async function bench(args: readonly string[]): Promise<void> {
  const listings = Number(args[0] ?? 26_000);
  const ground = await makeGround(listings);
  try {
    const call = callerOf(ground.url);
    const { token } = await signInOn(ground.db, new Date(), { role: 'admin' });
    const readUntil = async (isOver: () => Promise<boolean>) => {
      const times: number[] = [];
      let memory = 0;
      while (!(await isOver())) {
        for (let read = 0; read < 5; read++) {
          const started = performance.now();
          const { status } = await call('GET', '/api/directory?location=Austin%2C+TX&pageSize=10');
          if (status !== 200) throw new Error(`A search was answered with ${status}`);
          times.push(performance.now() - started);
          await pause(PAUSE_MS);
        }
        memory = Math.max(memory, await ground.memory());
      }
      return { times, memory };
    };
    const print = (what: string, { times, memory }: { times: number[]; memory: number }, more = '') =>
      console.log(
        `${what}: ${times.length} searches, p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms, at most ${memory} MB${more}`,
      );
    const quietUntil = performance.now() + 5_000;
    await readUntil(() => Promise.resolve(performance.now() > quietUntil - 3_000));
    const until = performance.now() + 6_000;
    print('quiet', await readUntil(() => Promise.resolve(performance.now() > until)));
    let backupId: number | null = null;
    for (const what of ['backup', 'drill'] as const) {
      const path = what === 'backup' ? '/api/admin/backups' : `/api/admin/backups/${backupId!}/test`;
      const started = performance.now();
      const { body } = await call('POST', path, { token });
      const readRun = () => call('GET', `/api/admin/backup-runs/${body.id}`, { token });
      const figures = await readUntil(async () => (await readRun()).body.finishedAt !== null);
      const run = (await readRun()).body;
      backupId = run.backupId;
      if (run.status !== 'done') throw new Error(run.message);
      print(`during a ${what}`, figures, `, ${((performance.now() - started) / 1000).toFixed(1)} s. ${run.message}`);
    }
    console.log(`${thousands(listings)} listings`);
  } finally {
    await ground.stop();
  }
}
