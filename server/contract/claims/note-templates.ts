import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { id, idParam, line, ok, sentTime, text } from '../values.ts';

/** Placeholders that a template can contain as {name}. They are filled in from the claim. */
export const placeholders = {
  practice: 'the listing’s name',
  claimant: 'the claimant’s name',
  place: 'the listing’s city and state',
  submitted: 'the day the claim was sent',
  date: 'today’s date',
  reviewer: 'your name',
} as const;
type Placeholder = keyof typeof placeholders;

const PLACEHOLDER = /\{([^{}]*)\}/g;

function findUnknownPlaceholder(body: string): string | null {
  for (const [, name] of body.matchAll(PLACEHOLDER)) if (!Object.hasOwn(placeholders, name!)) return name!;
  return null;
}

export const fillTemplate = (body: string, values: Record<Placeholder, string>): string =>
  body.replace(PLACEHOLDER, (match, name: string) =>
    Object.hasOwn(placeholders, name) ? values[name as Placeholder] : match,
  );

export const hasPlaceholders = (body: string): boolean =>
  [...body.matchAll(PLACEHOLDER)].some(([, name]) => Object.hasOwn(placeholders, name!));

const form = z.object({
  name: line(80).pipe(z.string().min(1, 'Please give the template a name.')),
  body: text(4_000)
    .refine((value) => value.trim() !== '', 'Please write the note.')
    .superRefine((value, check) => {
      const name = findUnknownPlaceholder(value);
      if (name !== null) check.addIssue({ code: 'custom', message: `{${name}} isn’t a placeholder.` });
    }),
});
export const noteTemplate = z.object({
  id,
  name: z.string(),
  body: z.string(),
  updatedAt: sentTime,
  updatedBy: z.string().nullable(),
});
export type NoteTemplate = z.output<typeof noteTemplate>;

const errors = { name_taken: 409 };
export const listNoteTemplates = endpoint('GET', '/api/admin/note-templates', {
  summary: 'List the note templates by name',
  reply: z.array(noteTemplate),
});
export const addNoteTemplate = endpoint('POST', '/api/admin/note-templates', {
  summary: 'Add a note template',
  body: form,
  reply: noteTemplate,
  errors,
});
export const changeNoteTemplate = endpoint('PUT', '/api/admin/note-templates/:id', {
  summary: 'Change a note template',
  params: idParam,
  body: form.extend(baseValues),
  reply: noteTemplate,
  errors: { ...errors, ...editConflictError },
});
export const deleteNoteTemplate = endpoint('DELETE', '/api/admin/note-templates/:id', {
  summary: 'Delete a note template',
  params: idParam,
  reply: ok,
});
