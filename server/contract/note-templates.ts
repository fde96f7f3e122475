import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { baseValues, editConflictError } from './edit-conflict.ts';
import { id, idParam, line, ok, sentTime, text } from './values.ts';

/** What a template may leave open, written {name}; each is filled in from the claim the note is for. */
export const placeholders = {
  practice: 'the listing’s name',
  claimant: 'who sent the claim',
  place: 'the listing’s city and state',
  submitted: 'the day the claim was sent',
  date: 'today',
  reviewer: 'you',
} as const;
export type Placeholder = keyof typeof placeholders;

const OPEN = /\{([^{}]*)\}/g;

/** The first thing in braces that is not one of ours. */
function unknownPlaceholder(body: string): string | null {
  for (const [, name] of body.matchAll(OPEN)) if (!Object.hasOwn(placeholders, name!)) return name!;
  return null;
}

export const fillTemplate = (body: string, values: Record<Placeholder, string>): string =>
  body.replace(OPEN, (whole, name: string) =>
    Object.hasOwn(placeholders, name) ? values[name as Placeholder] : whole,
  );

/** A note as it is written for several claims at once still has something to fill in. */
export const hasPlaceholders = (body: string): boolean =>
  [...body.matchAll(OPEN)].some(([, name]) => Object.hasOwn(placeholders, name!));

const form = z.object({
  name: line(80).pipe(z.string().min(1, 'Please give the template a name.')),
  body: text(4_000)
    .refine((value) => value.trim() !== '', 'Please write the note.')
    .superRefine((value, check) => {
      const name = unknownPlaceholder(value);
      if (name !== null) check.addIssue({ code: 'custom', message: `There is nothing to fill in for {${name}}.` });
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
  summary: 'Notes staff reuse when they decide on claims, by name',
  reply: z.array(noteTemplate),
});
export const addNoteTemplate = endpoint('POST', '/api/admin/note-templates', {
  summary: 'Keep a new note template',
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
