import type { Knex } from 'knex';
import type { InboxKind } from '#contract/inbox.ts';
import { rows } from '#server/base/db/knex.ts';
import { sources } from './source-tables.ts';

export interface InboxRow {
  id: number;
  title: string;
  topic: string;
  text: string;
  name: string | null;
  email: string | null;
  listingId: number | null;
  listingName: string | null;
  slug: string | null;
  state: string | null;
  citySlug: string | null;
  isHeld: boolean;
  receivedAt: Date;
  dueAt: Date | null;
  isPriority: boolean;
  status: string;
  isOpen: boolean;
  closedAt: Date | null;
  outcome: string | null;
  userId: number | null;
  /** The source whose run opened a problem. Only problems have it. */
  sourceKey?: string | null;
  isRead: boolean;
  assigneeId: number | null;
  assignee: string | null;
  snoozedUntil: Date | null;
  noteCount: number;
}

const itemsOf = (kind: InboxKind) =>
  `select s.*, i.assignee_id, a.name as assignee, i.snoozed_until, i.read_at is not null as is_read,
     (select cast(count(*) as integer) from inbox_notes n where n.item_id = i.id) as note_count
   from (${sources[kind].sql}) s left join inbox_items i on i.${sources[kind].column} = s.id
     left join users a on a.id = i.assignee_id`;

const IN_VIEW = {
  open: 's.is_open and (i.snoozed_until is null or i.snoozed_until <= :now)',
  snoozed: 's.is_open and i.snoozed_until > :now',
  closed: 'not s.is_open',
};
const ORDER = {
  open: 's.is_priority desc, coalesce(s.due_at, s.received_at), s.id',
  snoozed: 'i.snoozed_until, s.id',
  closed: 's.closed_at desc nulls last, s.id desc',
};
type InboxView = keyof typeof IN_VIEW;

export async function findItems(
  db: Knex,
  kind: InboxKind,
  filter: { view: InboxView; assignee: 'me' | 'none' | null; userId: number; now: Date },
  page: { limit: number; offset: number },
): Promise<{ items: InboxRow[]; total: number }> {
  const { view, ...bindings } = filter;
  const where = `${IN_VIEW[view]} and (cast(:assignee as text) is null
    or (:assignee = 'me' and i.assignee_id = :userId) or (:assignee = 'none' and i.assignee_id is null))`;
  const items = await rows<InboxRow>(
    db,
    `${itemsOf(kind)} where ${where} order by ${ORDER[view]} limit :limit offset :offset`,
    { ...bindings, ...page },
  );
  const [count] = await rows<{ n: number }>(
    db,
    `select count(*) as n from (${sources[kind].sql}) s left join inbox_items i on i.${sources[kind].column} = s.id where ${where}`,
    bindings,
  );
  return { items, total: count!.n };
}

export const findItem = async (db: Knex, kind: InboxKind, id: number): Promise<InboxRow | undefined> =>
  (await rows<InboxRow>(db, `${itemsOf(kind)} where s.id = :id`, { id }))[0];

interface EntryRow {
  id: number;
  at: Date;
  by: string | null;
  text: string;
}

export const findNotes = (db: Knex, kind: InboxKind, id: number): Promise<EntryRow[]> =>
  rows(
    db,
    `select n.id, n.at, u.name as by, n.note as text from inbox_notes n join inbox_items i on i.id = n.item_id
     left join users u on u.id = n.author_id where i.${sources[kind].column} = :id order by n.id`,
    { id },
  );

export const findReplies = (db: Knex, messageId: number): Promise<EntryRow[]> =>
  rows(
    db,
    `select r.id, r.at, u.name as by, r.body as text from contact_replies r left join users u on u.id = r.author_id
     where r.message_id = :messageId order by r.id`,
    { messageId },
  );

/** Creates the item's row if there is none, and locks it until the transaction ends. */
export async function lockItem(
  trx: Knex,
  kind: InboxKind,
  id: number,
): Promise<{ id: number; assigneeId: number | null; snoozedUntil: Date | null; readAt: Date | null }> {
  const { column } = sources[kind];
  const [row] = await rows<{
    id: number;
    assigneeId: number | null;
    snoozedUntil: Date | null;
    readAt: Date | null;
  }>(
    trx,
    `insert into inbox_items (${column}) values (:id)
     on conflict (${column}) do update set ${column} = excluded.${column}
     returning id, assignee_id, snoozed_until, read_at`,
    { id },
  );
  return row!;
}

export async function updateItem(trx: Knex, itemId: number, change: object): Promise<void> {
  if (Object.keys(change).length > 0) await trx('inboxItems').where({ id: itemId }).update(change);
}

export async function insertNote(trx: Knex, note: { itemId: number; at: Date; authorId: number; note: string }) {
  await trx('inboxNotes').insert(note);
}

export const findAssignees = (db: Knex, roles: readonly string[]): Promise<{ id: number; name: string }[]> =>
  rows(db, 'select id, name from users where role = any(cast(:roles as text[])) order by name, id', { roles });

export const hasAccount = async (db: Knex, email: string): Promise<boolean> =>
  (await db('users').where({ email }).first('id')) !== undefined;

interface MessageRow {
  id: number;
  name: string;
  email: string;
  subject: string;
  message: string;
  status: 'open' | 'closed';
  createdAt: Date;
}
export const lockMessage = (trx: Knex, id: number): Promise<MessageRow | undefined> =>
  trx('contactMessages').where({ id }).forUpdate().first() as never;

export async function setMessageStatus(
  trx: Knex,
  id: number,
  change: { status: 'open' | 'closed'; closedAt: Date | null; closedBy: number | null },
): Promise<void> {
  await trx('contactMessages').where({ id }).update(change);
}

export async function insertReply(
  trx: Knex,
  reply: { messageId: number; at: Date; authorId: number; body: string },
): Promise<void> {
  await trx('contactReplies').insert(reply);
}
