import { z } from 'zod';
import { MAX_LOCATIONS } from '#shared/groups/group-roles.ts';
import { CLAIM_BYTES, claimForm, groupProofs, ownClaim } from '../claims/claims.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParam, line } from '../values.ts';

const nullable = z.string().nullable();

const costCenter = line(60);

const claimable = z.object({
  id: z.int(),
  name: z.string(),
  practiceName: nullable,
  address: nullable,
  city: nullable,
  state: nullable,
  zipCode: nullable,
  /** Only free listings can be claimed. Someone else manages or claims a taken one. */
  standing: z.enum(['free', 'own', 'pending', 'taken']),
  /** From the file’s column “cost center.” */
  costCenter: nullable.optional(),
});
export type Claimable = z.output<typeof claimable>;

export const previewGroupClaim = endpoint('POST', '/api/user/groups/:id/claims/preview', {
  summary:
    'Find listings for a claim by a search, or by a CSV file with a column of NPIs, listing ids, or names with ZIP codes',
  params: idParam,
  body: z.object({
    name: line(200).default(''),
    /** A city, state, or ZIP code. */
    location: line(200).default(''),
    /** A CSV file as a data URL. It is used instead of the search. */
    file: z.string().max(2_800_000, 'File size must be less than 2MB').optional(),
  }),
  reply: z.object({
    listings: z.array(claimable),
    /** The rows of the file that name no listing. */
    problems: z.array(z.object({ line: z.int(), text: z.string() })),
    /** More listings match the search than a claim can have. */
    hasMore: z.boolean(),
  }),
  limit: 3_000_000,
  errors: { subscription_required: 403, not_csv: 422, empty_file: 422, no_columns: 422, too_many: 422 },
});
export type GroupClaimPreview = z.output<(typeof previewGroupClaim)['reply']>;

export const groupClaimForm = claimForm.omit({ npi: true, practiceImage: true, yearsAtPractice: true }).extend({
  proof: z.enum(
    groupProofs.map(({ value }) => value),
    'Please choose a proof.',
  ),
  ids: z
    .array(id)
    .min(1, 'Please choose a listing.')
    .max(MAX_LOCATIONS, `A claim can have at most ${MAX_LOCATIONS.toLocaleString('en-US')} listings.`),
  /** The location gets its cost center when the claim is approved. */
  costCenters: z.array(z.object({ id, costCenter })).max(MAX_LOCATIONS).default([]),
  /** The listing that a letter goes to; the first one if it is missing. */
  mainId: id.optional(),
});
export type GroupClaimForm = z.output<typeof groupClaimForm>;

export const submitGroupClaim = endpoint('POST', '/api/user/groups/:id/claims', {
  summary: 'Request to claim many listings for a group with one proof',
  params: idParam,
  body: groupClaimForm,
  reply: ownClaim,
  errors: { subscription_required: 403, already_claimed: 409, too_many: 409 },
  limit: CLAIM_BYTES,
});
export const groupClaims = endpoint('GET', '/api/user/groups/:id/claims', {
  summary: 'The claims of a group with their timelines, newest first',
  params: idParam,
  reply: z.array(ownClaim),
});
