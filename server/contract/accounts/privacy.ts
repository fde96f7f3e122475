import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { privacyKindNames, privacyKinds } from '#shared/accounts/privacy-kinds.ts';
import { humanAnswer } from '../site.ts';
import { email, idParam, line, ok, sentTime, text } from '../values.ts';

export const ANSWER_DAYS = 30;

export { privacyKindNames };

export const privacyForm = z.object({
  kind: z.enum(privacyKinds, 'Please choose a type of request.'),
  name: line(200).pipe(z.string().min(1, 'Please enter your name.')),
  email,
  message: text(5_000).default(''),
});
export const sendPrivacyRequest = endpoint('POST', '/api/privacy-requests', {
  summary: 'Request access to, correction, export, or deletion of your data',
  body: privacyForm.extend({ humanCheck: humanAnswer }),
  reply: ok,
  errors: { verification_failed: 400 },
});

export const request = z.object({
  id: z.int(),
  kind: z.enum(privacyKinds),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  hasAccount: z.boolean(),
  status: z.enum(['open', 'done', 'refused']),
  receivedAt: sentTime,
  dueAt: sentTime,
  closedAt: sentTime.nullable(),
  closedBy: z.string().nullable(),
  notes: z.string(),
});
export type PrivacyRequest = z.output<typeof request>;

export const listPrivacyRequests = endpoint('GET', '/api/admin/privacy-requests', {
  summary: 'List privacy requests by due date',
  query: z.object({ status: z.enum(['open', 'closed'], 'Choose open or closed.').default('open') }),
  reply: z.array(request),
});
export const addPrivacyRequest = endpoint('POST', '/api/admin/privacy-requests', {
  summary: 'Record a privacy request received by letter, email, or phone',
  body: privacyForm.extend({ receivedAt: z.iso.datetime({ offset: true }).optional() }),
  reply: request,
});
export const closePrivacyRequest = endpoint('PATCH', '/api/admin/privacy-requests/:id', {
  summary: 'Close a privacy request with a note, or reopen it',
  params: idParam,
  body: z
    .object({
      status: z.enum(['open', 'done', 'refused'], 'Choose open, done, or refused.'),
      notes: text(5_000).default(''),
      ...baseValues,
    })
    .refine(({ status, notes }) => status === 'open' || notes.trim() !== '', {
      message: 'Please note what was done or why not.',
      path: ['notes'],
    }),
  reply: request,
  errors: editConflictError,
});

export const exportMyData = endpoint('GET', '/api/user/export', {
  summary: "Export all of the caller's data as one JSON file",
  reply: z.record(z.string(), z.unknown()),
});
