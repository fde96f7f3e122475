import { z } from 'zod';
import { MAX_LOCATIONS } from '#shared/groups/group-roles.ts';
import { endpoint } from '../endpoint.ts';
import { editable } from '../listings/practice-fields.ts';
import { bulkChange } from '../tables/bulk-changes.ts';
import { id, idParam, sentTime } from '../values.ts';

/** New hours for many locations. Days and dates that aren't given keep theirs. */
const groupHours = z.object({
  /** Dates with other hours. They replace those of the same dates only. */
  holidayHours: editable.holidayHours,
  mondayHours: editable.mondayHours,
  tuesdayHours: editable.tuesdayHours,
  wednesdayHours: editable.wednesdayHours,
  thursdayHours: editable.thursdayHours,
  fridayHours: editable.fridayHours,
  saturdayHours: editable.saturdayHours,
  sundayHours: editable.sundayHours,
});
export type GroupHours = z.output<typeof groupHours>;

const changeParam = idParam.extend({ change: idParam.shape.id });

export const previewGroupChange = endpoint('POST', '/api/user/groups/:id/changes', {
  summary: 'Preview a change of hours, and count the locations that it would change',
  params: idParam,
  body: z.object({ hours: groupHours, ids: z.array(id).min(1, 'Please choose a location.').max(MAX_LOCATIONS) }),
  reply: bulkChange,
});
export const latestGroupChanges = endpoint('GET', '/api/user/groups/:id/changes', {
  summary: 'The latest changes of many locations of a group',
  params: idParam,
  reply: z.array(z.object({ id: z.int(), hours: groupHours, author: z.string().nullable(), createdAt: sentTime })),
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
