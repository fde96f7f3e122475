import type { Knex } from 'knex';
import type { Actor } from '#server/http/context.ts';
import type { LastChange } from '#server/http/edit-conflict.ts';
import { addAuditEntry, lastAuditEntry } from './queries-audit.ts';

/** Who is behind an entry: a signed-in person, or null for the system itself and for commands on the server. */
export type AuditActor = Pick<Actor, 'userId' | 'name' | 'email'> | null;

export interface AuditEntry {
  at: Date;
  /** What happened, as `thing.verb`: 'article.created', 'export.listings'. */
  action: string;
  /** What kind of thing it happened to: 'article', 'claim', 'listing', 'user', 'settings', 'export'. */
  subject: string;
  subjectId?: number | string | null;
  before?: object | null | undefined;
  after?: object | null | undefined;
  /** A sentence for people. */
  note?: string | null | undefined;
}

/**
 * Writes one entry in the transaction that makes the change, so that there is never one without the other. Of `before`
 * and `after` only what differs is kept, and never a secret.
 */
export async function audit(trx: Knex, actor: AuditActor, entry: AuditEntry): Promise<void> {
  const [before, after] = difference(clean(entry.before), clean(entry.after));
  await addAuditEntry(trx, {
    at: entry.at,
    actorId: actor?.userId ?? null,
    actorName: actor?.name ?? 'System',
    actorEmail: actor?.email ?? null,
    action: entry.action,
    subject: entry.subject,
    subjectId: entry.subjectId == null ? null : String(entry.subjectId),
    note: entry.note ?? null,
    before,
    after,
  });
}

/** Who changed something last: any of these fields of it, or it as a whole at its last time of change. */
export async function lastChange(
  trx: Knex,
  about: Pick<AuditEntry, 'subject'> & { subjectId: number | string },
  last: { fields: string[] } | { at: Date },
): Promise<LastChange | null> {
  const found = await lastAuditEntry(
    trx,
    about.subject,
    String(about.subjectId),
    'fields' in last ? last.fields : null,
  );
  const known = found && !('at' in last && Math.abs(last.at.getTime() - found.at.getTime()) > 5);
  if (known) return { userId: found.actorId, name: found.actorName, at: found.at };
  return 'at' in last ? { userId: null, name: null, at: last.at } : null;
}

const SECRET =
  /pass(word|phrase)?$|secret|token|api_?key|hash$|cookie|totp|recovery|card_?number|verification_?document/i;
const LONGEST = 2_000;

type Plain = Record<string, unknown>;

/** Plain values fit for the log: secrets hidden, long texts and pictures cut. */
export function clean(value: object | null | undefined): Plain | null {
  if (value == null) return null;
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key !== '' && SECRET.test(key)) return inner == null || inner === '' ? inner : '[hidden]';
      if (typeof inner !== 'string') return inner;
      if (inner.startsWith('data:')) return `[${inner.length.toLocaleString('en-US')} characters of data]`;
      return inner.length > LONGEST ? `${inner.slice(0, LONGEST)}…` : inner.replaceAll('\0', '');
    }),
  ) as Plain;
}

function difference(before: Plain | null, after: Plain | null): [Plain | null, Plain | null] {
  if (!before || !after) return [before, after];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (from: Plain): Plain => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return [pick(before), pick(after)];
}
