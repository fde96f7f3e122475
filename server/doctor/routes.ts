import { checkSystem } from '#contract/doctor.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { admin } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { checkKeys, examine } from './examine.ts';
import { surroundingsOf } from './surroundings.ts';

export const routes: Route[] = [
  serve(checkSystem, admin, async ({ query }, ctx) => {
    const keys = query.checks?.split(',') ?? checkKeys;
    const unknown = keys.find((key) => !checkKeys.includes(key));
    if (unknown !== undefined) throw badRequest(`There is no check “${unknown}”.`);
    return { checks: await examine(surroundingsOf(ctx), { keys }), at: ctx.clock.now() };
  }),
];
