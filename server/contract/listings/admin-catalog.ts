import { z } from 'zod';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { endpoint } from '../endpoint.ts';
import { required } from './practice-fields.ts';
import { id, idParam, line, ok, pageNumber, pageSize } from '../values.ts';

export const catalogKinds = ['services', 'practice-types', 'practices', 'insurance-plans', 'topics'] as const;
export type CatalogKind = (typeof catalogKinds)[number];

const catalogEntry = z.object({
  id,
  name: z.string(),
  /** The address of a practice, the other names of an insurance plan, or the former names of a service, practice type, or topic. */
  detail: z.string(),
  /** How many listings use it, or how many articles are about a topic. */
  listings: z.int(),
  /** The description of a topic. */
  about: z.string().optional(),
  /** Set for an insurance plan that patients and owners can't choose. */
  gone: z.enum(['merged', 'retired']).nullable(),
  /** The plan that a merged insurance plan is part of. */
  mergedInto: z.string().nullable(),
  /** The merges into this entry that can be undone, latest first. */
  merges: z.array(z.object({ id, name: z.string() })),
});
export type CatalogEntry = z.output<typeof catalogEntry>;

const kindParam = z.object({ kind: z.enum(catalogKinds, 'That list does not exist.') });
const entryParams = idParam.extend(kindParam.shape);

const about = line(200);

export const listCatalog = endpoint('GET', '/api/admin/catalog/:kind', {
  summary:
    'Services, practice types, practices, insurance plans, or topics with the number of their listings or articles; the total is in X-Total-Count',
  params: kindParam,
  query: z.object({ q: line(200).optional(), page: pageNumber.optional(), pageSize: pageSize.optional() }),
  reply: z.array(catalogEntry),
});
export const renameCatalogEntry = endpoint('PATCH', '/api/admin/catalog/:kind/:id', {
  summary: 'Rename an entry; searches and imports still understand its former name, except for practices',
  params: entryParams,
  /** Only topics have a description. Without one it stays as it is. */
  body: z.object({ name: required(200, 'Please enter a name.'), about: about.optional(), ...baseValues }),
  reply: ok,
  errors: { ...editConflictError, name_taken: 409 },
});
export const mergeCatalogEntry = endpoint('POST', '/api/admin/catalog/:kind/:id/merge', {
  summary:
    'Move all listings to another entry of the same kind; the merge can be undone, and insurance plans can be separated again',
  params: entryParams,
  /** The base values are the two names, `name` and `intoName`. */
  body: z.object({ intoId: id, ...baseValues }),
  /** Insurance plans have no `mergeId`, because they are separated by their id. */
  reply: z.object({ listings: z.int(), mergeId: id.optional() }),
  errors: { ...editConflictError, same_entry: 400, not_offered: 409 },
});
export const undoCatalogMerge = endpoint('POST', '/api/admin/catalog-merges/:id/undo', {
  summary:
    'Separate a merged service, practice type, practice, or topic again, with the listings or articles that it had',
  params: idParam,
  reply: z.object({ listings: z.int() }),
  errors: { already_undone: 409, name_taken: 409 },
});
export const addCatalogEntry = endpoint('POST', '/api/admin/catalog/:kind', {
  summary: 'Add a service, a practice type, or a topic',
  params: z.object({
    kind: z.enum(['services', 'practice-types', 'topics'], 'Practices are added with their listings.'),
  }),
  body: z.object({ name: required(200, 'Please enter a name.'), about: about.optional() }),
  reply: z.object({ id }),
  errors: { name_taken: 409 },
});
export const removeCatalogEntry = endpoint('DELETE', '/api/admin/catalog/:kind/:id', {
  summary: 'Delete an entry that no listing or article uses',
  params: entryParams,
  reply: ok,
  errors: { in_use: 409 },
});

export const addInsurancePlan = endpoint('POST', '/api/admin/catalog/insurance-plans', {
  summary: 'Add an insurance plan; there is room for 63, counting those that were merged or retired',
  body: z.object({ name: required(200, 'Please enter a name.') }),
  reply: z.object({ id }),
  errors: { name_taken: 409, catalog_full: 409 },
});
export const retireInsurancePlan = endpoint('POST', '/api/admin/catalog/insurance-plans/:id/retire', {
  summary: 'Hide an insurance plan from patients and owners, or offer it again; listings keep it',
  params: idParam,
  body: z.object({ retired: z.boolean() }),
  reply: ok,
  errors: { merged: 409 },
});
export const separateInsurancePlan = endpoint('POST', '/api/admin/catalog/insurance-plans/:id/separate', {
  summary: 'Undo the merge of an insurance plan',
  params: idParam,
  reply: ok,
  errors: { not_merged: 409 },
});
