import type { Knex } from 'knex';
import type { Actor } from '#server/base/http/context.ts';
import type { LastChange } from '#server/base/http/edit-conflict.ts';
import { addAuditEntry, findLatestEntry } from './queries-audit.ts';

/** The caller who made the change. Null for background jobs and commands run on the server. */
export type AuditActor = Pick<Actor, 'userId' | 'name' | 'email' | 'madeWith'> | null;

export interface AuditEntry {
  at: Date;
  /** `subject.verb`, for example 'article.created' or 'export.listings'. */
  action: string;
  /** For example 'article', 'claim', 'listing', 'user', 'settings', or 'export'. */
  subject: string;
  subjectId?: number | string | null;
  before?: object | null | undefined;
  after?: object | null | undefined;
  /** A sentence shown to staff. */
  note?: string | null | undefined;
}

/** Columns that every save writes, so they are no change of their own. */
const BOOKKEEPING = new Set(['updatedAt', 'updatedBy']);

/**
 * Records a change in the audit log, in the transaction that makes the change. Only fields that differ between `before` and
 * `after` are stored, and secrets are hidden. A save that changed no field and has no note writes no entry.
 */
export async function audit(trx: Knex, actor: AuditActor, entry: AuditEntry): Promise<void> {
  const fields = changedFields(entry.before, entry.after);
  if (fields?.isSame && !entry.note) return;
  const pick = (values: JsonObject | null): JsonObject | null =>
    values && fields ? Object.fromEntries(fields.names.map((name) => [name, values[name] ?? null])) : values;
  await addAuditEntry(trx, {
    at: entry.at,
    actorId: actor?.userId ?? null,
    // The account whose rights a key used is named by its id and address.
    actorName: actor?.madeWith ?? actor?.name ?? 'System',
    actorEmail: actor?.email ?? null,
    action: entry.action,
    subject: entry.subject,
    subjectId: entry.subjectId == null ? null : String(entry.subjectId),
    note: entry.note ?? null,
    before: pick(redact(entry.before)),
    after: pick(redact(entry.after)),
  });
}

/** Finds who last changed one of these fields, or who made the change at this time. */
export async function lastChange(
  trx: Knex,
  about: Pick<AuditEntry, 'subject'> & { subjectId: number | string },
  last: { fields: string[] } | { at: Date },
): Promise<LastChange | null> {
  const latestEntry = await findLatestEntry(
    trx,
    about.subject,
    String(about.subjectId),
    'fields' in last ? last.fields : null,
  );
  const isSameChange = !('at' in last) || (latestEntry && Math.abs(last.at.getTime() - latestEntry.at.getTime()) <= 5);
  if (latestEntry && isSameChange)
    return { userId: latestEntry.actorId, name: latestEntry.actorName, at: latestEntry.at };
  return 'at' in last ? { userId: null, name: null, at: last.at } : null;
}

const SECRET =
  /pass(word|phrase)?$|secret|token|api_?key|hash$|cookie|totp|recovery|card_?number|verification_?document/i;
const MAX_LENGTH = 2_000;

type JsonObject = Record<string, unknown>;

/** Hides secrets, and shortens long text and embedded images. */
export function redact(value: object | null | undefined): JsonObject | null {
  if (value == null) return null;
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key !== '' && SECRET.test(key)) return inner == null || inner === '' ? inner : '[hidden]';
      if (typeof inner !== 'string') return inner;
      if (inner.startsWith('data:')) return `[${inner.length.toLocaleString('en-US')} characters of data]`;
      return inner.length > MAX_LENGTH ? `${inner.slice(0, MAX_LENGTH)}…` : inner.replaceAll('\0', '');
    }),
  ) as JsonObject;
}

/**
 * The fields whose values differ, before secrets are hidden and long text is shortened. Null unless there are two sets of
 * values to compare.
 */
function changedFields(
  before: object | null | undefined,
  after: object | null | undefined,
): { names: string[]; isSame: boolean } | null {
  if (!before || !after) return null;
  const valueIn = (values: object, name: string): string => JSON.stringify((values as JsonObject)[name] ?? null);
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const names = all.filter((name) => valueIn(before, name) !== valueIn(after, name));
  return { names, isSame: all.length > 0 && names.every((name) => BOOKKEEPING.has(name)) };
}
