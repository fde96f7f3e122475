import { z } from 'zod';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { endpoint } from '../endpoint.ts';
import { required } from '../listings/practice-fields.ts';
import { id, idParam, line, ok, pageNumber, pageSize } from '../values.ts';

export const catalogKinds = ['services', 'practice-types', 'practices'] as const;
export type CatalogKind = (typeof catalogKinds)[number];

const catalogEntry = z.object({
  id,
  name: z.string(),
  /** The address of a practice, or the former names of a service or practice type. */
  detail: z.string(),
  listings: z.int(),
});
export type CatalogEntry = z.output<typeof catalogEntry>;

const kindParam = z.object({ kind: z.enum(catalogKinds, 'That list does not exist.') });
const entryParams = idParam.extend(kindParam.shape);

export const listCatalog = endpoint('GET', '/api/admin/catalog/:kind', {
  summary: 'Services, practice types, or practices with the number of their listings; the total is in X-Total-Count',
  params: kindParam,
  query: z.object({ q: line(200).optional(), page: pageNumber.optional(), pageSize: pageSize.optional() }),
  reply: z.array(catalogEntry),
});
export const renameCatalogEntry = endpoint('PATCH', '/api/admin/catalog/:kind/:id', {
  summary:
    'Rename a service, practice type, or practice; searches and imports still understand the former name of the first two',
  params: entryParams,
  body: z.object({ name: required(200, 'Please enter a name.'), ...baseValues }),
  reply: ok,
  errors: { ...editConflictError, name_taken: 409 },
});
export const mergeCatalogEntry = endpoint('POST', '/api/admin/catalog/:kind/:id/merge', {
  summary: 'Move all listings to another entry of the same kind, and delete this one',
  params: entryParams,
  body: z.object({ intoId: id }),
  reply: z.object({ listings: z.int() }),
  errors: { same_entry: 400 },
});
export const removeCatalogEntry = endpoint('DELETE', '/api/admin/catalog/:kind/:id', {
  summary: 'Delete an entry that no listing uses',
  params: entryParams,
  reply: ok,
  errors: { in_use: 409 },
});
