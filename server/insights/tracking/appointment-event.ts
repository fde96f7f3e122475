import type { Ctx } from '#server/base/http/context.ts';
import { ifPossible, Refusal } from '#server/base/http/errors.ts';
import { storeBatch } from './track.ts';

/**
 * Counts an appointment request among the visit's contacts and conversions. The server records it, because only it knows
 * that the request was stored. A visitor who isn't tracked has no visit to record it in.
 */
export async function recordAppointmentRequest(ctx: Ctx, dentistId: number): Promise<void> {
  const event = {
    eventType: 'contact',
    eventName: 'appointment_request',
    contactType: 'appointment',
    dentistId,
  } as const;
  const conversion = { eventType: 'appointment_request', dentistId } as const;
  try {
    await ifPossible(storeBatch({ events: [event], conversions: [conversion], leaves: [] }, null, ctx));
  } catch (error) {
    // The request counts even if its visit is unknown or was tracked too often.
    if (!(error instanceof Refusal)) throw error;
  }
}
