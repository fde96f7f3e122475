import { checkSystem } from '#contract/doctor.ts';
import { admin } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { examine } from './examine.ts';
import { surroundingsOf } from './surroundings.ts';

export const routes: Route[] = [
  serve(checkSystem, admin, async (_input, ctx) => ({
    checks: await examine(surroundingsOf(ctx)),
    at: ctx.clock.now(),
  })),
];
