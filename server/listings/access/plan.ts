import type { Knex } from 'knex';
import { isEntitled } from '#shared/billing/entitlement.ts';
import { forbidden, Refusal } from '#server/base/http/errors.ts';
import type { Change } from '../history.ts';
import { findOwnerPlan } from './queries-managers.ts';

/**
 * After the paid period, owners and managers keep editing the basic fields. Photos, website link, link to book online, video,
 * insights, and invitations pause: what is stored stays and can be removed, but nothing can be added or changed until the owner renews.
 */
const RENEW = 'Renew your plan to use it again.';

const pausedFields = {
  practiceImage: 'Photos are paused',
  profileImage: 'Photos are paused',
  logo: 'The logo is paused',
  photos: 'Photos are paused',
  website: 'The website link is paused',
  bookingUrl: 'The link to book online is paused',
  youtubeUrl: 'The video is paused',
} as const;
type PausedField = keyof typeof pausedFields;

const pausedFieldError = (field: PausedField) => {
  const sentence = `${pausedFields[field]} because the plan has ended. ${RENEW}`;
  return new Refusal(403, 'subscription_required', sentence, { fields: { [field]: sentence } });
};

async function hasActivePlan(db: Knex, id: number): Promise<boolean> {
  const plan = await findOwnerPlan(db, id);
  return plan !== null && isEntitled(plan, plan.takesPayments);
}

/** Refuses a feature of paid plans. `subject` begins the sentence, such as "Insights are". */
export async function requireActivePlan(db: Knex, id: number, subject: string): Promise<void> {
  if (!(await hasActivePlan(db, id)))
    throw forbidden(`${subject} paused because the plan has ended. ${RENEW}`, 'subscription_required');
}

/** Refuses new images before they are decoded and stored. */
export async function rejectPausedImages(
  db: Knex,
  id: number,
  images: Partial<Record<'practiceImage' | 'profileImage' | 'logo', string | null | undefined>>,
): Promise<void> {
  const field = (['practiceImage', 'profileImage', 'logo'] as const).find((name) => /^data:/i.test(images[name] ?? ''));
  if (field && !(await hasActivePlan(db, id))) throw pausedFieldError(field);
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Removing is always possible, because a practice must be able to take its own content down. */
function isRemoval(before: unknown, after: unknown): boolean {
  if (isEmpty(after)) return true;
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  let at = -1;
  const positions = before.map((item) => JSON.stringify(item));
  return after.every((item) => (at = positions.indexOf(JSON.stringify(item), at + 1)) >= 0);
}

/** Call with the changes that a transaction just made; throwing undoes them. */
export async function rejectPausedChanges(trx: Knex, id: number, changes: readonly Change[]): Promise<void> {
  // A change of the gallery also changes the cover.
  const galleryChanged = changes.some(({ field }) => field === 'photos');
  const paused = changes.find(
    ({ field, before, after }) =>
      field in pausedFields && !(galleryChanged && field === 'practiceImage') && !isRemoval(before, after),
  );
  if (paused && !(await hasActivePlan(trx, id))) throw pausedFieldError(paused.field as PausedField);
}
