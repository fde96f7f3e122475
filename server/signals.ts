import type { Running } from './boot.ts';

/** How long a balancer is given to see that this server is no longer ready. Ctrl-C has no balancer. */
const NOTICE_MS = { SIGTERM: 2_000, SIGINT: 0 };
/** Every step of the stop has its own bound; this one is for what nobody thought of. */
const LONGEST_MS = 14_500;

/** Stops in order at the first signal: the server, then the database it started. */
export function stopOnSignals(running: Running, embedded: { stop(): Promise<void> } | null): void {
  let stopping = false;
  const stop = async (signal: keyof typeof NOTICE_MS) => {
    if (stopping) return;
    stopping = true;
    running.deps.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), LONGEST_MS).unref();
    await running.stop({ noticeMs: NOTICE_MS[signal] });
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}
