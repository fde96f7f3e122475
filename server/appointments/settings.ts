import type { z } from 'zod';
import type { appointmentListings, saveAppointmentSettings } from '#contract/appointments/appointments.ts';
import { isEntitled } from '#shared/billing/entitlement.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { lockOwnListing } from '#server/listings/access/access.ts';
import { requireActivePlan } from '#server/listings/access/plan.ts';
import { requireAgreement } from './agreement/agreement.ts';
import { findServices } from './queries.ts';
import { findSettingsOfUser, upsertSettings } from './queries-settings.ts';

export async function findOwnSettings({
  db,
  actor,
  config,
}: Ctx<Actor>): Promise<z.input<(typeof appointmentListings)['reply']>> {
  const rows = await findSettingsOfUser(db, actor.userId, actor.groupId ?? null);
  return rows.map((row) => ({
    ...row,
    planActive: isEntitled(
      { subscriptionStatus: row.ownerStatus ?? '', subscriptionPlan: row.ownerPlan ?? '' },
      config.payments,
    ),
  }));
}

/** Switching requests off is always possible; everything else needs the owner's plan and the business associate agreement. */
export async function saveSettings(
  ctx: Ctx<Actor>,
  dentistId: number,
  { agreement, ...settings }: z.output<(typeof saveAppointmentSettings)['body']>,
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const { listing } = await lockOwnListing(trx, ctx.actor, dentistId);
    const ownerId = Number(listing.userId);
    if (settings.isOn) {
      await requireActivePlan(trx, dentistId, 'Appointment requests are');
      await requireAgreement(trx, ctx, { dentistId, ownerId }, agreement);
    }
    const services = new Set((await findServices(trx, dentistId)).map(({ id }) => id));
    const serviceIds = [...new Set(settings.serviceIds)];
    if (serviceIds.some((id) => !services.has(id)))
      throw badRequest('Please choose services of this listing.', {
        serviceIds: 'Please choose services of this listing.',
      });
    await upsertSettings(trx, {
      ...settings,
      serviceIds,
      dentistId,
      ownerId,
      updatedAt: ctx.clock.now(),
    });
  });
}
