import { z } from 'zod';
import { MAX_LOCATIONS } from '#shared/groups/group-roles.ts';
import { endpoint } from '../endpoint.ts';
import { dataUrl, editable, MAX_BODY_WITH_PICTURES } from '../listings/practice-fields.ts';
import { bulkChange } from '../tables/bulk-changes.ts';
import { id, idParam, line, sentTime } from '../values.ts';

/** Photos that one change can add to each location. */
export const MAX_ADDED_PHOTOS = 5;

/** The values that a change gives many locations. Fields that aren't given keep their values. */
const groupValues = z.object({
  /** Dates with other hours. They replace those of the same dates only. */
  holidayHours: editable.holidayHours,
  mondayHours: editable.mondayHours,
  tuesdayHours: editable.tuesdayHours,
  wednesdayHours: editable.wednesdayHours,
  thursdayHours: editable.thursdayHours,
  fridayHours: editable.fridayHours,
  saturdayHours: editable.saturdayHours,
  sundayHours: editable.sundayHours,
  insurancePlans: editable.insurancePlans,
  whiteningPriceFrom: editable.whiteningPriceFrom,
  whiteningPriceTo: editable.whiteningPriceTo,
});
const alt = line(300).default('');
/** They go before the photos of each gallery, so the first becomes the cover. */
const addedPhotos = z
  .array(z.object({ image: dataUrl, alt }))
  .max(MAX_ADDED_PHOTOS, `Please choose at most ${MAX_ADDED_PHOTOS} photos.`)
  .optional();
const storedValues = groupValues.extend({ photos: z.array(z.object({ url: z.string(), alt })).optional() });
export type GroupValues = z.output<typeof storedValues>;
export type SentGroupValues = z.output<typeof groupValues> & { photos?: z.output<typeof addedPhotos> };

const changeParam = idParam.extend({ change: idParam.shape.id });

export const previewGroupChange = endpoint('POST', '/api/user/groups/:id/changes', {
  summary: 'Preview a change of hours, plans, prices, or photos, and count the locations that it would change',
  params: idParam,
  body: z.object({
    values: groupValues.extend({ photos: addedPhotos }),
    ids: z.array(id).min(1, 'Please choose a location.').max(MAX_LOCATIONS),
  }),
  reply: bulkChange,
  limit: MAX_BODY_WITH_PICTURES,
  errors: { subscription_required: 403 },
});
export const latestGroupChanges = endpoint('GET', '/api/user/groups/:id/changes', {
  summary: 'The latest changes of many locations of a group',
  params: idParam,
  reply: z.array(z.object({ id: z.int(), values: storedValues, author: z.string().nullable(), createdAt: sentTime })),
});
export const openGroupChange = endpoint('GET', '/api/user/groups/:id/changes/:change', {
  summary: 'The progress of a change of many locations',
  params: changeParam,
  reply: bulkChange,
});
export const applyGroupChange = endpoint('POST', '/api/user/groups/:id/changes/:change/apply', {
  summary: 'Apply a previewed change. Locations that changed since the preview are skipped and reported',
  params: changeParam,
  reply: bulkChange,
  errors: { not_previewed: 409 },
});
export const undoGroupChange = endpoint('POST', '/api/user/groups/:id/changes/:change/undo', {
  summary: 'Undo a change of many locations. Locations that were edited since keep their values and are reported',
  params: changeParam,
  reply: bulkChange,
  errors: { cannot_undo: 409 },
});
