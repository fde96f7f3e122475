import { askClaimant, claimCounts, listClaims, reverseClaim, reviewClaim, reviewMany } from '#contract/admin-claims.ts';
import { syncConsole } from '#contract/desktop.ts';
import {
  addNoteTemplate,
  changeNoteTemplate,
  deleteNoteTemplate,
  listNoteTemplates,
} from '#contract/note-templates.ts';
import { admin } from '#server/http/guards.ts';
import { Answer, serve, type Route } from '#server/http/serve.ts';
import { claimDossiers } from './claims.ts';
import { claimTotals } from './queries-admin.ts';
import { sync } from './sync.ts';
import { ask, reverse, review, reviewEach } from './admin.ts';
import { templates } from './queries-templates.ts';
import { changeTemplate, deleteTemplate, keepTemplate } from './templates.ts';

export const reviewRoutes: Route[] = [
  serve(syncConsole, admin, ({ query }, ctx) => sync(ctx, query.cursor ?? null)),
  serve(listClaims, admin, async ({ query: { status, page = 1, pageSize = 500 } }, ctx) => {
    const slice = { limit: pageSize, offset: (page - 1) * pageSize };
    const { items, total } = await claimDossiers(ctx.db, ctx, status ?? null, slice);
    return new Answer(items, { 'X-Total-Count': String(total) });
  }),
  serve(claimCounts, admin, (_input, { db, clock }) => claimTotals(db, clock.now())),
  serve(reviewMany, admin, ({ body }, ctx) => reviewEach(ctx, body)),
  serve(reviewClaim, admin, ({ params, body }, ctx) => review(ctx, params.id, body)),
  serve(askClaimant, admin, ({ params, body }, ctx) => ask(ctx, params.id, body.note)),
  serve(reverseClaim, admin, ({ params, body }, ctx) => reverse(ctx, params.id, body.reason)),
  serve(listNoteTemplates, admin, (_input, { db }) => templates(db)),
  serve(addNoteTemplate, admin, ({ body }, ctx) => keepTemplate(ctx, body)),
  serve(changeNoteTemplate, admin, ({ params, body }, ctx) => changeTemplate(ctx, params.id, body)),
  serve(deleteNoteTemplate, admin, ({ params }, ctx) => deleteTemplate(ctx, params.id)),
];
