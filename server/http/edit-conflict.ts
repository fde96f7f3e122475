import type { z } from 'zod';
import type { BaseValues } from '#contract/edit-conflict.ts';
import type { Actor } from './context.ts';
import { badRequest, Refusal } from './errors.ts';

/** Who changed something last, as far as the caller may know. */
export interface LastChange {
  userId: number | null;
  name: string | null;
  at: Date | null;
}

interface Saving<S extends z.ZodType> {
  read: BaseValues;
  /** What is stored, held by this transaction, as the schema answers it to who reads it. */
  schema: S;
  stored: z.input<S>;
  /** What is to be stored, under the same names. */
  wanted: object;
  actor: Actor;
  /** Who changed these fields last. */
  who: (fields: string[]) => Promise<LastChange | null>;
}

const plain = (value: unknown): string => JSON.stringify(value === '' ? null : (value ?? null));
const same = (a: unknown, b: unknown): boolean => plain(a) === plain(b);

/**
 * Refuses to save over what the caller has not seen. Values are compared, not clocks: what was changed and changed back is
 * as it was read, and a save that is sent again because its answer was lost finds its own words and passes.
 */
export async function rejectIfChanged<S extends z.ZodType>({
  read,
  schema,
  stored,
  wanted,
  actor,
  who,
}: Saving<S>): Promise<void> {
  if (!read) return;
  const now = schema.parse(stored) as Record<string, unknown>;
  const unknown = Object.keys(read).find((field) => !Object.hasOwn(now, field));
  if (unknown !== undefined) throw badRequest('A field that was read is not one of these.', { read: unknown });
  const changed = Object.keys(read).filter((field) => !same(now[field], read[field]));
  const asked = Object.entries(wanted).filter(([, value]) => value !== undefined);
  if (changed.length === 0 || asked.every(([field, value]) => same(now[field], value))) return;
  throw new Refusal(409, 'changed_meanwhile', sentence(await who(changed), actor), { now });
}

const spoken = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/New_York',
});

function sentence(last: LastChange | null, actor: Actor): string {
  const when = last?.at ? ` on ${spoken.format(last.at).replaceAll('\u202f', ' ')} ET` : '';
  if (last?.userId === actor.userId)
    return `You changed this in another window${when}, after it was opened here. Nothing was saved.`;
  const what = last?.name ? `${last.name} changed this` : 'This was changed';
  return `${what}${when}, after you opened it. Nothing was saved.`;
}

/** The next time of change of a record whose time of change is its version: two changes never share one. */
export const changedAt = (before: Date, now: Date): Date => new Date(Math.max(now.getTime(), before.getTime() + 1));
