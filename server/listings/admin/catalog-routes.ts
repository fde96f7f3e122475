import * as contract from '#contract/listings/admin-catalog.ts';
import { totalHeader } from '#server/base/tables/pagination.ts';
import { conflict } from '#server/base/http/errors.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { addEntry, findCatalog, mergeEntry, removeEntry, renameEntry, undoCatalogMerge } from './catalog.ts';
import { addPlan, findPlanCatalog, mergePlan, renamePlan, retirePlan, separatePlan } from './plan-catalog.ts';

const ok = { ok: true } as const;

export const catalogRoutes: Route[] = [
  serve(contract.listCatalog, admin, async ({ params: { kind }, query }, ctx) => {
    const { items, total } =
      kind === 'insurance-plans' ? await findPlanCatalog(ctx, query) : await findCatalog(ctx, kind, query);
    return new Answer(
      items.map((entry) => ({ gone: null, mergedInto: null, ...entry })),
      totalHeader(total),
    );
  }),
  serve(contract.renameCatalogEntry, admin, async ({ params: { kind, id }, body }, ctx) => {
    await (kind === 'insurance-plans' ? renamePlan(ctx, id, body) : renameEntry(ctx, kind, id, body));
    return ok;
  }),
  serve(contract.mergeCatalogEntry, admin, async ({ params: { kind, id }, body }, ctx) =>
    kind === 'insurance-plans' ? { listings: await mergePlan(ctx, id, body) } : mergeEntry(ctx, kind, id, body),
  ),
  serve(contract.undoCatalogMerge, admin, ({ params }, ctx) => undoCatalogMerge(ctx, params.id)),
  serve(contract.removeCatalogEntry, admin, async ({ params: { kind, id } }, ctx) => {
    if (kind === 'insurance-plans') throw conflict('Insurance plans can’t be deleted. Retire it instead.', 'in_use');
    await removeEntry(ctx, kind, id);
    return ok;
  }),
  serve(contract.addInsurancePlan, admin, ({ body }, ctx) => addPlan(ctx, body.name)),
  serve(contract.addCatalogEntry, admin, ({ params, body }, ctx) => addEntry(ctx, params.kind, body)),
  serve(contract.retireInsurancePlan, admin, async ({ params, body }, ctx) => {
    await retirePlan(ctx, params.id, body.retired);
    return ok;
  }),
  serve(contract.separateInsurancePlan, admin, async ({ params }, ctx) => {
    await separatePlan(ctx, params.id);
    return ok;
  }),
];
