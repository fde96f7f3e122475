import { getMe } from '#contract/accounts/accounts.ts';
import { listAssignees, listInbox, openInboxItem, type InboxDetail } from '#contract/inbox.ts';
import { openReview, type ReviewForStaff } from '#contract/reviews/admin-reviews.ts';
import { privacyKindNames } from '#shared/accounts/privacy-kinds.ts';
import { problemTopics } from '#shared/listings/problem-topics.ts';
import { reviewFlags } from '#shared/reviews/review.ts';
import { messageCategories } from '#shared/tables/lists/inboxes.ts';
import { urlOf } from '#shared/url.ts';
import type { Decision } from '../../offline/decision.ts';
import {
  applyInboxChanges,
  keptKinds,
  readInboxChange,
  type KeptItem,
  type KeptKind,
  type ListedItem,
} from '../../offline/inbox.ts';
import type { ConsoleContext } from '../console-context.ts';

type Context = Pick<ConsoleContext, 'answers' | 'inbox' | 'outbox' | 'servers'>;

const PAGE_SIZE = 100;
/** The most pages that are read of an inbox. The first ones are the most urgent. */
const MAX_PAGES = 5;

/** Reads the open items of each inbox, and the rest of those that changed since the last sync: notes, replies, and findings. */
export async function keepInbox(
  context: Pick<ConsoleContext, 'answers' | 'inbox' | 'requestInBackground' | 'stay'>,
): Promise<void> {
  const { answers, inbox, stay } = context;
  const read = async (path: string) => {
    const response = await context.requestInBackground(path);
    const text = await response.text();
    return response.ok && !stay.aborted ? text : null;
  };
  const readItem = async (kind: KeptKind, id: number, listed: string): Promise<KeptItem | null> => {
    const kept = inbox.find(kind, id);
    if (kept?.listed === listed) return kept;
    const detail = await read(urlOf(openInboxItem.path, { kind, id }, {}));
    const review = kind === 'review' ? await read(urlOf(openReview.path, { id }, {})) : null;
    if (detail === null || (kind === 'review' && review === null)) return null;
    const own = { listed, detail: JSON.parse(detail) as InboxDetail };
    return review === null ? own : { ...own, review: JSON.parse(review) as ReviewForStaff };
  };
  const items: KeptItem[] = [];
  for (const kind of keptKinds)
    for (const view of ['open', 'snoozed'])
      for (let page = 1; page <= MAX_PAGES; page++) {
        const list = await read(urlOf(listInbox.path, { kind }, { view, page, pageSize: PAGE_SIZE }));
        // Roles without inboxes get a refusal.
        if (list === null) return;
        const listed = JSON.parse(list) as ListedItem[];
        for (const item of listed) {
          const kept = await readItem(kind, item.id, JSON.stringify(item));
          if (kept) items.push(kept);
        }
        if (listed.length < PAGE_SIZE) break;
      }
  const assignees = await read(listAssignees.path);
  if (assignees !== null) await answers.put(listAssignees.path, assignees, new Date().toISOString());
  if (!stay.aborted) await inbox.replace(items, new Date().toISOString());
}

function readNames({ answers }: Pick<Context, 'answers'>) {
  const parse = <T>(path: string): T | null => JSON.parse(answers.get(path)?.text ?? 'null') as T | null;
  const people = parse<{ id: number; name: string }[]>(listAssignees.path) ?? [];
  return {
    me: parse<{ name?: string }>(getMe.path)?.name ?? null,
    nameOf: (userId: number) => people.find(({ id }) => id === userId)?.name ?? null,
  };
}

/** The kept items as they will be once the unsent decisions arrive. */
function listInboxItems(context: Context): InboxDetail[] {
  const unsent = context.outbox.waiting(context.servers.current ?? undefined);
  const names = readNames(context);
  return context.inbox.details().map((item) => applyInboxChanges(item, unsent, names));
}

const findItem = (context: Context, kind: string, id: number): InboxDetail | null =>
  listInboxItems(context).find((item) => item.kind === kind && item.id === id) ?? null;

/** Keeps an item as a carried out decision left it. */
export async function keepInInbox(context: Context, decision: Decision): Promise<void> {
  for (const item of context.inbox.details()) {
    const changed = applyInboxChanges(item, [decision], readNames(context));
    if (changed !== item) await context.inbox.put(changed);
  }
}

/** Answers a queued change with the item as it will be. Null for calls that change no inbox item. */
export function answerQueuedChange(context: Context, decision: Omit<Decision, 'key'>): Response | null {
  const change = readInboxChange(decision);
  if (!change) return null;
  const item = findItem(context, change.kind, change.id) ?? { id: change.id, queued: true };
  return Response.json(item, { headers: { 'X-Enamel-Queued': '1' } });
}

const ITEM_PATH = /^\/api\/admin\/inbox\/(\w+)\/(\d+)$/;
const REVIEW_PATH = /^\/api\/admin\/reviews\/(\d+)$/;
const TABLE_PATH = /^\/api\/admin\/tables\/(\w+)\/(rows|total)$/;
const kindOfTable: Record<string, KeptKind> = {
  messages: 'message',
  problems: 'problem',
  privacy: 'privacy',
  newListings: 'listing',
  reviews: 'review',
};

/** Answers a list or an item of the inboxes from the offline copy. Null for what it doesn't hold, such as closed items. */
export function answerInboxOffline(context: Context, path: string): Response | null {
  const { asOf } = context.inbox;
  if (asOf === null) return null;
  const headers = { 'X-Enamel-As-Of': asOf };
  const { pathname, searchParams } = new URL(path, 'app://enamel');
  const [, itemKind, id] = ITEM_PATH.exec(pathname) ?? [];
  if (itemKind) {
    const item = findItem(context, itemKind, Number(id));
    return item && Response.json(item, { headers });
  }
  const [, reviewId] = REVIEW_PATH.exec(pathname) ?? [];
  if (reviewId) return answerReview(context, Number(reviewId), headers);
  const [, table, what] = TABLE_PATH.exec(pathname) ?? [];
  const kind = kindOfTable[table ?? ''];
  const filters = JSON.parse(searchParams.get('filters') ?? '{}') as Record<string, string[]>;
  const view = filters.view?.[0] ?? 'open';
  const isHeld = (view === 'open' || view === 'snoozed') && Object.keys(filters).every((name) => name === 'view');
  if (!kind || !isHeld) return null;
  const words = (searchParams.get('q') ?? '').toLowerCase();
  const items = listInboxItems(context)
    .filter((item) => item.kind === kind && item.isOpen && isSnoozed(item) === (view === 'snoozed'))
    .filter(({ title, text, name, email }) => [title, text, name, email].join(' ').toLowerCase().includes(words))
    .toSorted(byUrgency);
  return what === 'total'
    ? Response.json({ total: items.length }, { headers })
    : Response.json({ rows: items.map(rowOf), before: null, after: null }, { headers });
}

/** The findings about a review, with the decision that is not sent yet. */
function answerReview(context: Context, id: number, headers: Record<string, string>): Response | null {
  const review = context.inbox.find('review', id)?.review;
  const item = findItem(context, 'review', id);
  if (!review || !item) return null;
  if (item.isOpen) return Response.json(review, { headers });
  const { status, outcome } = item;
  const report = review.report && { ...review.report, outcome: status === 'refused' ? status : (outcome ?? 'rules') };
  return Response.json({ ...review, status, report }, { headers });
}

const isDueNow = (item: InboxDetail): boolean => item.isOpen && !isSnoozed(item);

/** The items that the unsent decisions close or snooze. */
export function listLeftItems(context: Context): InboxDetail[] {
  const before = context.inbox.details();
  return listInboxItems(context).filter((item, at) => isDueNow(before[at]!) && !isDueNow(item));
}

const isSnoozed = ({ snoozedUntil }: InboxDetail): boolean =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now();

/** The server's order: priority first, then by the deadline or the age. */
const byUrgency = (a: InboxDetail, b: InboxDetail): number =>
  Number(b.isPriority) - Number(a.isPriority) ||
  (a.dueAt ?? a.receivedAt).localeCompare(b.dueAt ?? b.receivedAt) ||
  a.id - b.id;

const topicNames: Record<string, Record<string, string>> = {
  message: Object.fromEntries(messageCategories),
  problem: Object.fromEntries(problemTopics),
  privacy: privacyKindNames,
  review: Object.fromEntries(reviewFlags),
};
const rowOf = (item: InboxDetail) => ({
  id: item.id,
  title: item.title,
  name: item.name,
  email: item.email,
  text: item.text,
  topic: topicNames[item.kind]?.[item.topic] ?? item.topic,
  assignee: item.assignee,
  notes: item.noteCount,
  received: item.receivedAt,
  due: item.dueAt,
  snoozed: item.snoozedUntil,
  closed: item.closedAt,
  priority: item.isPriority,
  // An appeal is what makes a review urgent.
  appealed: item.isPriority,
  replies: item.replies.length,
  unread: item.isOpen && !item.isRead,
  status: item.status.replace(/^./, (letter) => letter.toUpperCase()),
});
