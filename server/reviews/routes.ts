import * as admin from '#contract/reviews/admin-reviews.ts';
import { importReviews, removeImportedReviews } from '#contract/reviews/import-reviews.ts';
import * as practiceLink from '#contract/reviews/practice-link.ts';
import * as received from '#contract/reviews/received-reviews.ts';
import { reviewFigures } from '#contract/reviews/review-figures.ts';
import * as contract from '#contract/reviews/reviews.ts';
import { totalHeader } from '#server/base/tables/pagination.ts';
import { admin as adminOnly, anyone, everyone, signedIn } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { appealOwnReview, deleteOwnReview, saveOwnReview, viewOwnReview } from './author.ts';
import { decideReview, describeReview } from './decide.ts';
import { findReviewFigures } from './figures/figures.ts';
import * as files from './import/import-reviews.ts';
import { findPracticeLink, replacePracticeLink } from './practice-link.ts';
import { findReceivedReviews, saveReply } from './reply.ts';
import { reportOwnReview } from './reports/report.ts';
import { sendReviewLink } from './send-link.ts';
import { findReviews } from './shown-reviews.ts';

export const routes: Route[] = [
  serve(contract.listReviews, everyone, async ({ params, query }, ctx) => {
    const reply = await findReviews(ctx, params.id, query);
    return new Answer(reply, totalHeader(reply.matching));
  }),
  serve(contract.requestReviewLink, anyone, async ({ params, body }, ctx) => {
    await sendReviewLink(ctx, params.id, body);
    return { ok: true } as const;
  }),
  serve(contract.viewReview, anyone, ({ body }, ctx) => viewOwnReview(ctx, body.token)),
  serve(contract.saveReview, anyone, ({ body }, ctx) => saveOwnReview(ctx, body)),
  serve(contract.appealReview, anyone, ({ body }, ctx) => appealOwnReview(ctx, body)),
  serve(contract.deleteReview, anyone, async ({ body }, ctx) => {
    await deleteOwnReview(ctx, body.token);
    return { ok: true } as const;
  }),
  serve(received.receivedReviews, signedIn, async ({ params, query }, ctx) => {
    const { items, total } = await findReceivedReviews(ctx, params.id, query.page);
    return new Answer(items, totalHeader(total));
  }),
  serve(received.replyToReview, signedIn, ({ params, body }, ctx) => saveReply(ctx, params.id, body)),
  serve(received.reportReview, signedIn, ({ params, body }, ctx) => reportOwnReview(ctx, params.id, body)),
  serve(practiceLink.viewPracticeLink, signedIn, ({ params }, ctx) => findPracticeLink(ctx, params.id)),
  serve(practiceLink.replacePracticeLink, signedIn, ({ params }, ctx) => replacePracticeLink(ctx, params.id)),
  serve(admin.openReview, adminOnly, ({ params }, ctx) => describeReview(ctx, params.id)),
  serve(reviewFigures, adminOnly, (_request, ctx) => findReviewFigures(ctx)),
  serve(importReviews, adminOnly, (_input, ctx, { req }) => files.importUploadedReviews(ctx, req)),
  serve(removeImportedReviews, adminOnly, (_request, ctx) => files.removeImportedReviews(ctx)),
  serve(admin.decideReview, adminOnly, ({ params, body }, ctx) => decideReview(ctx, params.id, body)),
];
