import { decideRows, reviewRows } from '#contract/bulk/review.ts';
import { totalHeader } from '#server/base/tables/pagination.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { decide, listReviewPage } from './review.ts';

export const routes: Route[] = [
  serve(reviewRows, admin, async ({ params, query }, ctx) => {
    const { rows, total } = await listReviewPage(ctx, params.id, query);
    return new Answer(rows, totalHeader(total));
  }),
  serve(decideRows, admin, async ({ params, body }, ctx) => ({ decided: await decide(ctx, params.id, body) })),
];
