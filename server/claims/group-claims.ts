import type { Knex } from 'knex';
import type { z } from 'zod';
import type { ownClaim } from '#contract/claims/claims.ts';
import type { GroupClaimForm } from '#contract/groups/group-claims.ts';
import { reviewDue } from '#server/base/business-days.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest, conflict } from '#server/base/http/errors.ts';
import type { Attachment } from './attachments.ts';
import { alreadyPending, finishClaim } from './claims.ts';
import { emailDomain } from './evidence/domains.ts';
import { provesDomain } from './evidence/evidence.ts';
import { insertClaim } from './queries.ts';
import { findContacts, insertClaimLocations, listClaimIdsOfGroup, lockTaken } from './queries-group-claims.ts';
import { getOwnClaims, toContacts } from './review/dossiers.ts';

type OwnClaim = z.input<typeof ownClaim>;

const NAMED_LISTINGS = 3;

/** Claims many listings of a group as one request. The caller has locked the group and checked the rights. */
export async function insertGroupClaim(
  trx: Knex,
  ctx: Ctx<Actor>,
  group: { id: number; name: string },
  form: GroupClaimForm,
  attachments: Attachment[],
): Promise<OwnClaim> {
  const ids = [...new Set(form.ids)];
  const mainId = form.mainId ?? ids[0]!;
  if (!ids.includes(mainId)) throw badRequest('Please choose the main location among the listings.');
  const taken = await lockTaken(trx, ids);
  if (taken.length > 0) throw conflict(sayTaken(taken), 'already_claimed');
  await checkProof(trx, ctx, form, ids, attachments);
  const at = ctx.clock.now();
  const id = await insertClaim(trx, {
    dentistId: mainId,
    userId: ctx.actor.userId,
    groupId: group.id,
    groupName: group.name,
    proof: form.proof,
    requestorName: form.requestorName,
    requestorEmail: form.requestorEmail,
    requestorPhone: form.requestorPhone,
    relationshipToPractice: form.relationshipToPractice,
    yearsAtPractice: null,
    licenseNumber: form.licenseNumber?.trim() || null,
    npi: null,
    verificationDocument: attachments[0]?.name ?? null,
    additionalInfo: form.additionalInfo?.trim() || null,
    submittedAt: at,
    dueAt: reviewDue(at),
  });
  if (id === null) throw alreadyPending();
  await insertClaimLocations(trx, id, ids, new Map(form.costCenters.map((one) => [one.id, one.costCenter])));
  return finishClaim(trx, ctx, { id, attachments, at });
}

function sayTaken(names: readonly string[]): string {
  const more = names.length - NAMED_LISTINGS;
  const named = [...names.slice(0, NAMED_LISTINGS), ...(more > 0 ? [`${more} more`] : [])];
  return `Since your preview, someone else has claimed ${new Intl.ListFormat('en-US').format(named)}. Please look at the preview again.`;
}

async function checkProof(
  trx: Knex,
  { actor }: Ctx<Actor>,
  { proof }: GroupClaimForm,
  ids: readonly number[],
  attachments: Attachment[],
): Promise<void> {
  const refuse = (field: string, sentence: string) => badRequest(sentence, { [field]: sentence });
  if (proof === 'document' && attachments.length === 0)
    throw refuse('verificationDocument', 'Please add the document, such as a list of your licenses.');
  if (proof !== 'domain') return;
  if (!actor.emailVerified) throw refuse('proof', 'Please verify your email address first, or choose another proof.');
  const contacts = await findContacts(trx, ids);
  if (!contacts.some((contact) => provesDomain(actor.email, toContacts(contact))))
    throw refuse(
      'proof',
      `None of these listings has a website or email at ${emailDomain(actor.email)}. Please choose another proof.`,
    );
}

export async function findClaimsOfGroup(deps: Pick<Deps, 'db' | 'clock'>, groupId: number): Promise<OwnClaim[]> {
  const claims = await getOwnClaims(deps.db, deps, await listClaimIdsOfGroup(deps.db, groupId));
  return claims.toReversed();
}
