import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Ctx } from './context.ts';
import { asRefusal } from './errors.ts';
import type { Guard } from './guards.ts';

/** The context with the database of this call: while the site is read-only, one that refuses changes with its own error. */
export function chooseDatabase(ctx: Ctx, endpoint: AnyEndpoint): Ctx {
  if (ctx.settings.readOnly && ctx.readOnlyDb && !endpoint.duringReadOnly) return { ...ctx, db: ctx.readOnlyDb };
  return ctx;
}

/** Makes a public read on a replica, and again on the primary if the replica fails. Everything else uses the primary. */
export async function onDatabase<T>(
  ctx: Ctx,
  { endpoint, guard }: { endpoint: AnyEndpoint; guard: Pick<Guard<never>, 'shares'> },
  handle: (ctx: Ctx) => T | Promise<T>,
  hasBegun: () => boolean = () => false,
): Promise<T> {
  if (guard.shares && ctx.replica && endpoint.method === 'GET') {
    try {
      return await handle({ ...ctx, db: ctx.replica });
    } catch (error) {
      if (asRefusal(error)?.status !== 503 || hasBegun() || ctx.signal.aborted) throw error;
    }
  }
  return handle(chooseDatabase(ctx, endpoint));
}
