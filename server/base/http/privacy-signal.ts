import type { Ctx } from './context.ts';

/** True for Global Privacy Control and for Do Not Track. Such a visitor is not measured and gets no ads. */
export const asksForPrivacy = (ctx: Pick<Ctx, 'header'>): boolean =>
  ctx.header('sec-gpc') === '1' || ctx.header('dnt') === '1';
