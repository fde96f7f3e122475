import { answerCall } from '#contract/calls.ts';
import { anyone } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { countCallAnswer } from './answers.ts';

export const routes: Route[] = [
  serve(answerCall, anyone, async ({ params, body }, ctx) => {
    await countCallAnswer(ctx, params.id, body.answer);
    return { ok: true } as const;
  }),
];
