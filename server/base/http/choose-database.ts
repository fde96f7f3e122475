import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Ctx } from './context.ts';

/** The context with the database that this route uses: while the site is read-only, one that refuses writes with its own error. */
export function chooseDatabase(ctx: Ctx, { endpoint }: { endpoint: AnyEndpoint }): Ctx {
  if (ctx.settings.readOnly && ctx.readOnlyDb && !endpoint.duringReadOnly) return { ...ctx, db: ctx.readOnlyDb };
  return ctx;
}
