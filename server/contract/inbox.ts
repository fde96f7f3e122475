import { z } from 'zod';
import { baseValues, editConflictError } from './edit-conflict.ts';
import { endpoint } from './endpoint.ts';
import { id, idParam, instant, ok, pageNumber, pageSize, sentTime, text } from './values.ts';

/**
 * The inboxes: contact messages, reported problems, privacy requests, new listings to verify, and reviews to decide. Claims
 * have a queue of their own, and are assigned and snoozed in the same way.
 */
const inboxKinds = ['message', 'problem', 'privacy', 'listing', 'claim', 'review'] as const;
export type InboxKind = (typeof inboxKinds)[number];

const person = z.object({ id, name: z.string() });
const nullable = z.string().nullable();

const inboxItem = z.object({
  id,
  kind: z.enum(inboxKinds),
  /** The subject of a message, the listing's name, or the person's name. */
  title: z.string(),
  /** For example a message's category or a problem's topic. */
  topic: z.string(),
  text: z.string(),
  name: nullable,
  email: nullable,
  /** The listing that the item is about. */
  listing: z
    .object({
      id,
      name: z.string(),
      href: z.string(),
      /** Not public, because it matches another one. Older servers don't send it. */
      isHeld: z.boolean().optional(),
    })
    .nullable(),
  receivedAt: sentTime,
  /** When the law, or our promise, requires an answer. */
  dueAt: sentTime.nullable(),
  /** A message of a paying owner, which comes first. */
  isPriority: z.boolean(),
  status: z.string(),
  isOpen: z.boolean(),
  closedAt: sentTime.nullable(),
  isRead: z.boolean(),
  assigneeId: id.nullable(),
  assignee: nullable,
  snoozedUntil: sentTime.nullable(),
  noteCount: z.int(),
});

export const inboxViews = ['open', 'snoozed', 'closed'] as const;
export const listInbox = endpoint('GET', '/api/admin/inbox/:kind', {
  summary:
    'List an inbox: open items by priority, then due date or age, snoozed ones, or closed ones. X-Total-Count has the total',
  params: z.object({ kind: z.enum(inboxKinds, 'There is no such inbox.') }),
  query: z.object({
    view: z.enum(inboxViews, 'Choose open, snoozed, or closed.').default('open'),
    assignee: z.enum(['me', 'none'], 'Choose me or none.').optional(),
    page: pageNumber.optional(),
    pageSize: pageSize.optional(),
  }),
  reply: z.array(inboxItem),
});

const itemParams = idParam.extend({ kind: z.enum(inboxKinds, 'There is no such inbox.') });
const entry = z.object({ id, at: sentTime, by: nullable, text: z.string() });
export const inboxDetail = inboxItem.extend({
  notes: z.array(entry),
  /** Emails that staff sent. */
  replies: z.array(entry),
  hasAccount: z.boolean(),
  /** The page of the source that opened it, such as a state's dental board. Older servers don't send it. */
  sourcePage: z.string().nullish(),
  outcome: nullable,
});
export type InboxDetail = z.output<typeof inboxDetail>;

export const openInboxItem = endpoint('GET', '/api/admin/inbox/:kind/:id', {
  summary: 'One inbox item with its notes and replies',
  params: itemParams,
  reply: inboxDetail,
});
export const readInboxItem = endpoint('POST', '/api/admin/inbox/:kind/:id/read', {
  summary: 'Mark an inbox item as read',
  params: itemParams,
  reply: ok,
});
export const changeInboxItem = endpoint('PATCH', '/api/admin/inbox/:kind/:id', {
  summary: 'Assign or snooze an inbox item; omitted fields keep their values',
  params: itemParams,
  body: z.object({ assigneeId: id.nullish(), snoozedUntil: instant.nullish(), ...baseValues }),
  reply: inboxDetail,
  errors: editConflictError,
});
const filled = (max: number, sentence: string) => text(max).refine((value) => value.trim() !== '', sentence);
export const noteForm = z.object({ note: filled(5_000, 'Please write a note.') });
export const addInboxNote = endpoint('POST', '/api/admin/inbox/:kind/:id/notes', {
  once: true,
  summary: 'Add a note that only staff can read',
  params: itemParams,
  body: noteForm,
  reply: inboxDetail,
});
export const listAssignees = endpoint('GET', '/api/admin/inbox-assignees', {
  summary: 'The staff who can be assigned inbox items',
  reply: z.array(person),
});

export const replyForm = z.object({ message: filled(10_000, 'Please write a reply.') });
export const replyToMessage = endpoint('POST', '/api/admin/messages/:id/reply', {
  once: true,
  summary: 'Answer a contact message by email, and close it unless `close` is false',
  params: idParam,
  body: replyForm.extend({ close: z.boolean().default(true) }),
  reply: inboxDetail,
  errors: { already_closed: 409 },
});
export const changeMessage = endpoint('PATCH', '/api/admin/messages/:id', {
  summary: 'Close or reopen a contact message',
  params: idParam,
  body: z.object({ status: z.enum(['open', 'closed'], 'Choose open or closed.'), ...baseValues }),
  reply: inboxDetail,
  errors: editConflictError,
});
