import { z } from 'zod';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { endpoint } from '../endpoint.ts';
import { optional, required, webAddress } from '../listings/practice-fields.ts';
import { id, idParam, line, ok } from '../values.ts';

/** An author or a reviewer, as readers of an article see them. */
export const articlePerson = z.object({
  name: z.string(),
  /** Letters after the name, such as "DDS, MS". */
  credentials: z.string(),
  introduction: z.string(),
  link: z.string().nullable(),
});
export type ArticlePerson = z.output<typeof articlePerson>;

const listedPerson = articlePerson.extend({
  id,
  /** The name with its credentials, which articles hold as their author or reviewer. */
  byline: z.string(),
  /** The number of articles that the person wrote or reviewed. */
  articles: z.int(),
});
export type ListedPerson = z.output<typeof listedPerson>;

export const personForm = z.object({
  name: required(70, 'Please enter a name.'),
  credentials: line(40).default(''),
  introduction: line(300).default(''),
  link: optional(webAddress).transform((value) => value ?? null),
});
const errors = { name_taken: 409 };

export const listPeople = endpoint('GET', '/api/admin/article-people', {
  summary: 'The authors and reviewers of articles, by name, with the number of their articles',
  reply: z.array(listedPerson),
});
export const createPerson = endpoint('POST', '/api/admin/article-people', {
  summary: 'Add an author or reviewer of articles',
  body: personForm,
  reply: z.object({ id }),
  errors,
});
export const updatePerson = endpoint('PUT', '/api/admin/article-people/:id', {
  summary: 'Change an author or reviewer; their articles show the new name and credentials',
  params: idParam,
  body: personForm.extend(baseValues),
  reply: ok,
  errors: { ...errors, ...editConflictError },
});
export const deletePerson = endpoint('DELETE', '/api/admin/article-people/:id', {
  summary: 'Delete an author or reviewer; their articles keep the name and credentials',
  params: idParam,
  reply: ok,
});
