import * as contract from '#contract/claims/admin-claims.ts';
import { syncConsole } from '#contract/desktop.ts';
import * as notes from '#contract/claims/note-templates.ts';
import { totalHeader } from '#server/base/tables/pagination.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { listDossiers } from './dossiers.ts';
import { leaveOutLocations, listLocations } from './locations.ts';
import { countClaimsByStatus } from './queries-admin.ts';
import { syncClaims } from './sync.ts';
import { askClaimant, recordEvidence, reverseClaim, reviewClaim, reviewClaims } from './admin.ts';
import { listTemplates } from './queries-templates.ts';
import { addTemplate, changeTemplate, deleteTemplate } from './templates.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import * as sql from './queries-viewers.ts';

/** Three heartbeats of the page, so that one lost request does not hide a reviewer. */
const EXPIRES_MS = 45_000;

/** Records that the caller has a pending claim open, and returns the claims that other reviewers have open. */
async function viewClaim({ db, clock, actor }: Ctx<Actor>, claimId: number): Promise<sql.ViewerRow[]> {
  const now = clock.now();
  const viewer = { claimId, userId: actor.userId, now, expired: new Date(now.getTime() - EXPIRES_MS) };
  await sql.renewViewer(db, viewer);
  return sql.findOtherViewers(db, viewer);
}

const leaveClaim = async ({ db, actor }: Ctx<Actor>, claimId: number): Promise<void> =>
  void (await sql.deleteViewer(db, claimId, actor.userId));

export const claimAdminRoutes: Route[] = [
  serve(syncConsole, admin, ({ query }, ctx) => syncClaims(ctx, query.cursor ?? null)),
  serve(contract.listClaims, admin, async ({ query: { status, page = 1, pageSize = 500 } }, ctx) => {
    const slice = { limit: pageSize, offset: (page - 1) * pageSize };
    const { items, total } = await listDossiers(ctx.db, ctx, status ?? null, slice);
    return new Answer(items, totalHeader(total));
  }),
  serve(contract.claimCounts, admin, (_input, { db, clock }) => countClaimsByStatus(db, clock.now())),
  serve(contract.reviewMany, admin, ({ body }, ctx) => reviewClaims(ctx, body)),
  serve(contract.reviewClaim, admin, ({ params, body }, ctx) => reviewClaim(ctx, params.id, body)),
  serve(contract.askClaimant, admin, ({ params, body }, ctx) => askClaimant(ctx, params.id, body.note)),
  serve(contract.recordEvidence, admin, ({ params, body }, ctx) => recordEvidence(ctx, params.id, body)),
  serve(contract.reverseClaim, admin, ({ params, body }, ctx) => reverseClaim(ctx, params.id, body.reason)),
  serve(contract.listClaimLocations, admin, ({ params }, ctx) => listLocations(ctx, params.id)),
  serve(contract.leaveOutLocations, admin, ({ params, body }, ctx) => leaveOutLocations(ctx, params.id, body)),
  serve(contract.viewClaim, admin, ({ params }, ctx) => viewClaim(ctx, params.id)),
  serve(contract.leaveClaim, admin, async ({ params }, ctx) => {
    await leaveClaim(ctx, params.id);
    return { ok: true } as const;
  }),
  serve(notes.listNoteTemplates, admin, (_input, { db }) => listTemplates(db)),
  serve(notes.addNoteTemplate, admin, ({ body }, ctx) => addTemplate(ctx, body)),
  serve(notes.changeNoteTemplate, admin, ({ params, body }, ctx) => changeTemplate(ctx, params.id, body)),
  serve(notes.deleteNoteTemplate, admin, ({ params }, ctx) => deleteTemplate(ctx, params.id)),
];
