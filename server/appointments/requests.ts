import type { z } from 'zod';
import type { appointmentOptions, requestAppointment } from '#contract/appointments/appointments.ts';
import { isEntitled } from '#shared/billing/entitlement.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, Refusal } from '#server/base/http/errors.ts';
import { verifyHumanCheck } from '#server/base/http/limits/human-check.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { recordAppointmentRequest } from '#server/insights/tracking/appointment-event.ts';
import { listingNotFound } from '#server/listings/errors.ts';
import { emailNewRequest, emailRequestReceived } from './emails.ts';
import { contactKey, createLinkKey, createToken, hashToken, networkKey } from './links.ts';
import { announceRequest } from './change-state.ts';
import { addEvent } from './queries.ts';
import { findSettings, type SettingsRow } from './queries-settings.ts';
import * as stored from './stored-requests.ts';

const DAY_SECONDS = 86_400;
const PER_CONTACT = { hits: 5, seconds: DAY_SECONDS };
const PER_LISTING = { hits: 50, seconds: DAY_SECONDS };

/** True while the practice has an owner with a plan who switched requests on. */
const takesRequests = ({ config }: Ctx, { isOn, ownerStatus, ownerPlan }: SettingsRow): boolean =>
  isOn &&
  ownerStatus !== null &&
  ownerPlan !== null &&
  isEntitled({ subscriptionStatus: ownerStatus, subscriptionPlan: ownerPlan }, config.payments);

/** The services that patients can choose: the practice's choice, or else all of the listing. */
const offeredServices = ({ services, serviceIds }: SettingsRow) =>
  serviceIds.length === 0 ? services : services.filter(({ id }) => serviceIds.includes(id));

export async function findOptions(ctx: Ctx, dentistId: number): Promise<z.input<(typeof appointmentOptions)['reply']>> {
  const settings = await findSettings(ctx.db, dentistId);
  if (!settings) throw listingNotFound();
  const isOn = takesRequests(ctx, settings);
  return {
    dentistId,
    name: settings.name,
    href: listingPath({ ...settings, id: dentistId }),
    phone: settings.phone,
    takesRequests: isOn,
    note: isOn ? settings.note : '',
    services: isOn ? offeredServices(settings) : [],
  };
}

const digitsOf = (phone: string) => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

/** Contacts are limited across all practices, so that no one can flood a stranger's mailbox. */
async function limitRequests(ctx: Ctx, dentistId: number, contacts: readonly string[]): Promise<void> {
  const sentence = 'There were too many requests today. Please try again tomorrow, or call the practice.';
  await enforceLimit(
    ctx,
    'LIMIT_CONTACT',
    networkKey(ctx, ctx.network),
    'You have sent several requests. Please try again in an hour, or call the practice.',
  );
  for (const contact of contacts)
    await enforceLimit(ctx, 'LIMIT_CONTACT', contactKey(ctx, contact), sentence, PER_CONTACT);
  await enforceLimit(ctx, 'LIMIT_CONTACT', `appointment listing ${dentistId}`, sentence, PER_LISTING);
}

/**
 * Stores a patient's request, and emails both sides. A request that is sent twice, from a second tab or after a lost
 * response, gets the answer of the first.
 */
export async function receiveRequest(
  ctx: Ctx,
  dentistId: number,
  { humanCheck, key, ...form }: z.output<(typeof requestAppointment)['body']>,
): Promise<{ token: string | null }> {
  const linkKey = createLinkKey(dentistId, key);
  const token = createToken(ctx, linkKey);
  const answer = { token: form.email === null ? token : null };
  const earlier = await stored.findByToken(ctx.db, ctx.secret, hashToken(token));
  if (earlier) return replay(earlier);
  const contacts = [form.email, form.phone && digitsOf(form.phone)].filter((contact) => contact !== null);
  await limitRequests(ctx, dentistId, contacts);
  const isNew = await ctx.db.transaction(async (trx) => {
    const settings = await findSettings(trx, dentistId);
    if (!settings) throw listingNotFound();
    if (!takesRequests(ctx, settings))
      throw conflict("This practice doesn't take requests here right now. Please call it.", 'requests_off');
    if (form.serviceId !== null && !offeredServices(settings).some(({ id }) => id === form.serviceId))
      throw badRequest('Please choose a service from the list.', {
        serviceId: 'Please choose a service from the list.',
      });
    const now = ctx.clock.now();
    const id = await stored.insertRequest(trx, ctx.secret, {
      ...form,
      dentistId,
      ownerId: settings.ownerId!,
      linkKey,
      tokenHash: hashToken(token),
      createdAt: now,
      changedAt: now,
    });
    if (id === null) return false;
    await verifyHumanCheck(trx, ctx, humanCheck);
    await addEvent(trx, { requestId: id, at: now, actor: 'patient', action: 'request' });
    await announceRequest(trx, 'appointment.requested', { id, dentistId, state: 'new', at: now });
    const request = (await stored.findRequest(trx, ctx.secret, id))!;
    await emailRequestReceived(trx, ctx, request);
    await emailNewRequest(trx, ctx, request);
    return true;
  });
  if (!isNew) return replay((await stored.findByToken(ctx.db, ctx.secret, hashToken(token)))!);
  await recordAppointmentRequest(ctx, dentistId);
  return answer;

  function replay(request: stored.RequestRow) {
    if (request.name !== form.name || request.email !== form.email || request.phone !== form.phone)
      throw new Refusal(422, 'key_reused', 'This form was already sent. Please reload the page to send another.');
    return answer;
  }
}
