import type { UnknownNames } from '#contract/bulk/workbench.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { addPlan } from '#server/listings/admin/plan-catalog.ts';
import { insertName } from './queries-files.ts';

const catalogs = {
  services: { table: 'services', subject: 'service' },
  practiceType: { table: 'practice_types', subject: 'practice type' },
} as const;

/** Adds a name that a file has and the directory lacks. Returns it as the directory spells it. */
export async function addKnownName(ctx: Ctx<Actor>, field: UnknownNames['field'], name: string): Promise<string> {
  if (field === 'insurancePlans') {
    await addPlan(ctx, name);
    return name;
  }
  const { table, subject } = catalogs[field];
  return ctx.db.transaction(async (trx) => {
    const { id, name: known, isNew } = await insertName(trx, table, name);
    if (isNew)
      await audit(trx, ctx.actor, {
        at: ctx.clock.now(),
        action: 'catalog.added',
        subject,
        subjectId: id,
        note: known,
      });
    return known;
  });
}
