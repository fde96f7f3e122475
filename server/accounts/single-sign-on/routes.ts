import * as contract from '#contract/accounts/single-sign-on.ts';
import { anyone } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { finishSingleSignOn, startSingleSignOn } from './single-sign-on.ts';

export const routes: Route[] = [
  serve(contract.startSingleSignOn, anyone, ({ body }, ctx, stream) => startSingleSignOn(body.next, ctx, stream)),
  serve(contract.finishSingleSignOn, anyone, ({ body }, ctx, stream) => finishSingleSignOn(body.query, ctx, stream)),
];
