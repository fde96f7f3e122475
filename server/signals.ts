import type { Running } from './boot.ts';

/** Time for a load balancer to notice that this server isn't ready. Ctrl+C needs none. */
const NOTICE_MS = { SIGTERM: 2_000, SIGINT: 0 };
/** A last resort: each shutdown step has its own timeout. */
const SHUTDOWN_TIMEOUT_MS = 14_500;

/** On the first signal, stops the server and then the database that it started. */
export function stopOnSignals(running: Running, embedded: { stop(): Promise<void> } | null): void {
  let stopping = false;
  const stop = async (signal: keyof typeof NOTICE_MS) => {
    if (stopping) return;
    stopping = true;
    running.deps.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
    await running.stop({ noticeMs: NOTICE_MS[signal] });
    await embedded?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}
