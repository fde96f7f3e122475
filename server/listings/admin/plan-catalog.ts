import type { Knex } from 'knex';
import { z } from 'zod';
import type * as contract from '#contract/listings/admin-catalog.ts';
import type { CatalogEntry } from '#contract/listings/admin-catalog.ts';
import { foldPlanName, MOST_PLANS, storedNameOf } from '#shared/places/insurance-plans.ts';
import { planSlug } from '#shared/search-terms.ts';
import { audit, lastChange } from '#server/audit/audit.ts';
import { sliceOf } from '#server/base/tables/pagination.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { rejectIfChanged } from '#server/base/http/edit-conflict.ts';
import { conflict, notFound, Refusal } from '#server/base/http/errors.ts';
import { findPlanRows, findWhole, listPlanNames, type PlanRow } from '../plans/plans.ts';
import { rejectIfRenamed, type MergeBody } from './catalog.ts';
import * as sql from './queries-plan-catalog.ts';

const SUBJECT = 'insurance plan';

export async function findPlanCatalog(
  ctx: Ctx<Actor>,
  query: z.output<(typeof contract.listCatalog)['query']>,
): Promise<{ items: CatalogEntry[]; total: number }> {
  const [plans, uses] = await Promise.all([findPlanRows(ctx.db), sql.countPlanUses(ctx.db)]);
  const counts = new Map(uses.map(({ id, listings }) => [id, listings]));
  const typed = foldPlanName(query.q ?? '');
  const found = plans
    .filter((plan) => listPlanNames(plan).some((name) => foldPlanName(name).startsWith(typed)))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const { limit, offset } = sliceOf(query);
  return {
    items: found.slice(offset, offset + limit).map((plan) => ({
      id: plan.id,
      name: plan.name,
      detail: listPlanNames(plan)
        .filter((name) => name !== plan.name)
        .join(', '),
      listings: counts.get(plan.id) ?? 0,
      gone: plan.mergedInto !== null ? 'merged' : plan.retiredAt ? 'retired' : null,
      mergedInto: plan.mergedInto === null ? null : findWhole(plan, plans).name,
      merges: [],
    })),
    total: found.length,
  };
}

async function lockPlans(trx: Knex): Promise<PlanRow[]> {
  await sql.lockPlans(trx);
  return findPlanRows(trx);
}

function choosePlan(plans: readonly PlanRow[], id: number): PlanRow {
  const plan = plans.find((one) => one.id === id);
  if (!plan) throw notFound('That insurance plan does not exist.');
  return plan;
}

/** Names are compared as searches and files compare them, so that no text means two plans. */
function rejectTakenName(plans: readonly PlanRow[], name: string, id: number | null): void {
  const refuse = (sentence: string, status = 409, code = 'name_taken'): never => {
    throw new Refusal(status, code, sentence, { fields: { name: sentence } });
  };
  const key = foldPlanName(name);
  if (key === '' || /[;|]/.test(name))
    refuse('Please enter a name with letters, without semicolons.', 400, 'bad_request');
  const other = plans.find(
    (plan) =>
      plan.id !== id &&
      [...listPlanNames(plan), plan.slug, plan.storedName].some((taken) => foldPlanName(taken) === key),
  );
  if (other) refuse(`This is already a name of “${other.name}.” Merge the two instead.`);
}

type Change = (trx: Knex, plan: PlanRow, plans: readonly PlanRow[]) => Promise<Record<string, unknown> | null>;

/** Changes one plan while the catalog is locked, and writes the audit entry that `change` returns. */
async function changePlan(ctx: Ctx<Actor>, id: number, verb: string, change: Change): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const plans = await lockPlans(trx);
    const entry = await change(trx, choosePlan(plans, id), plans);
    if (!entry) return;
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: `catalog.${verb}`,
      subject: SUBJECT,
      subjectId: id,
      ...entry,
    });
  });
}

export const renamePlan = (
  ctx: Ctx<Actor>,
  id: number,
  { name, read }: z.output<(typeof contract.renameCatalogEntry)['body']>,
): Promise<void> =>
  changePlan(ctx, id, 'renamed', async (trx, plan, plans) => {
    await rejectIfChanged({
      read,
      schema: z.object({ name: z.string() }),
      stored: { name: plan.name },
      newValues: { name },
      actor: ctx.actor,
      findLastChange: (fields) => lastChange(trx, { subject: SUBJECT, subjectId: id }, { fields }),
    });
    if (plan.name === name) return null;
    rejectTakenName(plans, name, id);
    const aliases = [...plan.aliases, plan.name].filter((alias) => alias !== name);
    await sql.updatePlan(trx, id, { name, aliases: [...new Set(aliases)] });
    return { before: { name: plan.name }, after: { name } };
  });

export async function mergePlan(ctx: Ctx<Actor>, id: number, { intoId, read }: MergeBody): Promise<number> {
  if (id === intoId) throw new Refusal(400, 'same_entry', 'Please choose another insurance plan.');
  let listings = 0;
  await ctx.db.transaction(async (trx) => {
    const plans = await lockPlans(trx);
    const [from, into] = [choosePlan(plans, id), choosePlan(plans, intoId)];
    if (from.mergedInto !== null || into.mergedInto !== null || into.retiredAt)
      throw conflict('Please choose two plans, of which the second is offered.', 'not_offered');
    await rejectIfRenamed(trx, ctx.actor, SUBJECT, { from, to: into, read });
    listings = await sql.countListings(trx, from.bits);
    await sql.updatePlan(trx, id, { mergedInto: intoId });
    await sql.updatePlan(trx, intoId, { bits: String(BigInt(into.bits) | BigInt(from.bits)) });
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'catalog.merged',
      subject: SUBJECT,
      subjectId: intoId,
      note: `${from.name} (${id}) into ${into.name} (${intoId}), ${listings} ${listings === 1 ? 'listing' : 'listings'}`,
    });
  });
  return listings;
}

/** Undoes a merge. Listings kept the name of each plan, so nothing is lost. */
export const separatePlan = (ctx: Ctx<Actor>, id: number): Promise<void> =>
  changePlan(ctx, id, 'separated', async (trx, plan, plans) => {
    if (plan.mergedInto === null) throw conflict('This plan is not part of another one.', 'not_merged');
    for (let whole: PlanRow | undefined = plan; (whole = plans.find((one) => one.id === whole!.mergedInto));)
      await sql.updatePlan(trx, whole.id, { bits: String(BigInt(whole.bits) & ~BigInt(plan.bits)) });
    await sql.updatePlan(trx, id, { mergedInto: null });
    return { note: `${plan.name} (${id}) from ${choosePlan(plans, plan.mergedInto).name} (${plan.mergedInto})` };
  });

export const retirePlan = (ctx: Ctx<Actor>, id: number, retired: boolean): Promise<void> =>
  changePlan(ctx, id, retired ? 'retired' : 'restored', async (trx, plan) => {
    if (plan.mergedInto !== null) throw conflict('This plan was merged. Separate it first.', 'merged');
    if ((plan.retiredAt !== null) === retired) return null;
    await sql.updatePlan(trx, id, { retiredAt: retired ? ctx.clock.now() : null });
    return { note: plan.name };
  });

export const addPlan = (ctx: Ctx<Actor>, name: string): Promise<{ id: number }> =>
  ctx.db.transaction(async (trx) => {
    const plans = await lockPlans(trx);
    rejectTakenName(plans, name, null);
    const id = Math.max(...plans.map((plan) => plan.id)) + 1;
    if (id > MOST_PLANS)
      throw conflict(`There is room for ${MOST_PLANS} plans. Rename one that no listing uses instead.`, 'catalog_full');
    const bits = String(1n << BigInt(id - 1));
    await sql.insertPlan(trx, { id, name, slug: planSlug(name), storedName: storedNameOf(id), bits });
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'catalog.added',
      subject: SUBJECT,
      subjectId: id,
      note: name,
    });
    return { id };
  });
