import type { InboxDetail, InboxKind } from '#contract/inbox.ts';
import type { ReviewForStaff } from '#contract/reviews/admin-reviews.ts';
import type { Decision } from './decision.ts';
import type { Vault } from './vault.ts';

/** The kinds of items that are kept. Claims have a copy of their own. */
export const keptKinds = ['message', 'problem', 'privacy', 'listing', 'review'] as const;
export type KeptKind = (typeof keptKinds)[number];

export type ListedItem = Omit<InboxDetail, 'notes' | 'replies' | 'hasAccount' | 'outcome'>;
export interface KeptItem {
  /** The item as the list had it. If it changes, the notes and replies are read again. */
  listed: string;
  detail: InboxDetail;
  /** The findings and photos of a review, which staff need to decide. */
  review?: ReviewForStaff;
}
interface Kept {
  owner: string;
  asOf: string | null;
  items: KeptItem[];
}

const VAULT_NAME = 'inbox';

/** The offline copy of the open messages, reports, privacy requests, new listings, and reviews, encrypted on disk. */
export class Inbox {
  readonly #vault: Vault;
  #kept: Kept = { owner: '', asOf: null, items: [] };

  constructor(vault: Vault) {
    this.#vault = vault;
  }
  get asOf(): string | null {
    return this.#kept.asOf;
  }
  async open(owner: string): Promise<void> {
    const kept = (await this.#vault.read(VAULT_NAME)) as Kept | null;
    this.#kept = kept?.owner === owner ? kept : { owner, asOf: null, items: [] };
  }
  close(): void {
    this.#kept = { owner: '', asOf: null, items: [] };
  }
  async wipe(): Promise<void> {
    this.close();
    await this.#vault.wipe(VAULT_NAME);
  }

  find(kind: InboxKind, id: number): KeptItem | null {
    return this.#kept.items.find(({ detail }) => detail.kind === kind && detail.id === id) ?? null;
  }
  details(): InboxDetail[] {
    return this.#kept.items.map(({ detail }) => detail);
  }
  async replace(items: KeptItem[], asOf: string): Promise<void> {
    if (this.#kept.owner === '') return;
    this.#kept = { ...this.#kept, asOf, items };
    await this.#vault.write(VAULT_NAME, this.#kept);
  }
  /** Stores an item as a decision left it, which would otherwise return until the next sync. */
  async put(detail: InboxDetail): Promise<void> {
    const items = this.#kept.items.map((item) =>
      item.detail.kind === detail.kind && item.detail.id === detail.id ? { ...item, listed: '', detail } : item,
    );
    if (this.#kept.asOf !== null) await this.replace(items, this.#kept.asOf);
  }
}

const anyKind = `(${keptKinds.join('|')})`;
const calls: [method: string, path: RegExp, kind: KeptKind | null, what: string][] = [
  ['PATCH', new RegExp(`^/api/admin/inbox/${anyKind}/(\\d+)$`), null, 'Assign or snooze'],
  ['POST', new RegExp(`^/api/admin/inbox/${anyKind}/(\\d+)/notes$`), null, 'Add a note to'],
  ['POST', /^\/api\/admin\/messages\/(\d+)\/reply$/, 'message', 'Reply to'],
  ['PATCH', /^\/api\/admin\/messages\/(\d+)$/, 'message', 'Close or reopen'],
  ['PATCH', /^\/api\/admin\/problems\/(\d+)$/, 'problem', 'Close or reopen'],
  ['PATCH', /^\/api\/admin\/privacy-requests\/(\d+)$/, 'privacy', 'Close or reopen'],
  ['POST', /^\/api\/admin\/reviews\/(\d+)\/decide$/, 'review', 'Decide'],
];
const nouns = {
  message: 'message',
  problem: 'report',
  privacy: 'privacy request',
  listing: 'new listing',
  review: 'review',
};

/** Which inbox item a call changes. Null for other calls. */
export function readInboxChange({ method, path }: Pick<Decision, 'method' | 'path'>) {
  for (const [callMethod, pattern, ownKind, verb] of calls) {
    const match = callMethod === method && pattern.exec(path);
    if (!match) continue;
    const kind = ownKind ?? (match[1] as KeptKind);
    const id = Number(match.at(-1));
    return { kind, id, wanted: `${verb} ${nouns[kind]} ${id}` };
  }
  return null;
}

interface Names {
  /** The person who decides. */
  me: string | null;
  nameOf(userId: number): string | null;
}

/** New listings are claims of one kind, so that the decision on the claim closes the item. */
function isAbout({ kind, id }: InboxDetail, decision: Decision): boolean {
  const change = readInboxChange(decision);
  if (change) return change.kind === kind && change.id === id;
  return kind === 'listing' && decision.path === `/api/admin/claim-requests/${id}`;
}

/** The item as it will be once the decisions arrive. */
export function applyInboxChanges(item: InboxDetail, decisions: readonly Decision[], names: Names): InboxDetail {
  let result = item;
  for (const decision of decisions) if (isAbout(item, decision)) result = applyChange(result, decision, names);
  return result;
}

interface ChangeBody {
  assigneeId?: number | null;
  snoozedUntil?: string | null;
  note?: string | null;
  notes?: string;
  message?: string;
  close?: boolean;
  status?: string;
  decision?: string;
  reason?: string;
}

function applyChange(item: InboxDetail, { path, body, at, key }: Decision, { me, nameOf }: Names): InboxDetail {
  const { assigneeId, snoozedUntil, note, notes, message, close = true, status, decision, reason } = body as ChangeBody;
  const setStatus = (next: string) => ({
    status: next,
    isOpen: next === 'open',
    closedAt: next === 'open' ? null : at,
  });
  // No stored entry has a negative id.
  const entry = (text: string) => ({ id: -1 - (Number.parseInt(key.slice(0, 6), 16) || 0), at, by: me, text });
  if (path.endsWith('/notes'))
    return { ...item, notes: [...item.notes, entry(note ?? '')], noteCount: item.noteCount + 1, isRead: true };
  if (path.endsWith('/reply'))
    return { ...item, replies: [...item.replies, entry(message ?? '')], ...(close ? setStatus('closed') : {}) };
  if (decision !== undefined)
    return { ...item, ...setStatus(decision === 'refuse' ? 'refused' : 'published'), outcome: reason ?? null };
  if (status !== undefined) return { ...item, ...setStatus(status), outcome: note ?? (notes || item.outcome) };
  return {
    ...item,
    isRead: true,
    ...(assigneeId === undefined ? {} : { assigneeId, assignee: assigneeId === null ? null : nameOf(assigneeId) }),
    ...(snoozedUntil === undefined ? {} : { snoozedUntil }),
  };
}
