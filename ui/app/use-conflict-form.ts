import { useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '#ui/accounts/session.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ApiError } from '#ui/platform/api.ts';

/** What a form was opened on, and what it says now. */
export interface Stand<R, F> {
  base: R;
  values: F;
}

const same = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((one: unknown) => b.includes(one)) : a === b;

/** The fields that differ. */
export const differing = <F extends object>(a: F, b: F): (keyof F & string)[] =>
  (Object.keys(b) as (keyof F & string)[]).filter((field) => !same(a[field], b[field]));
export const pick = <F extends object>(from: F, fields: readonly (keyof F)[]): Partial<F> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<F>;

/** What was typed when the sign-in ended under it; it waits, in this window alone, for the same person. */
const kept = new Map<string, Stand<unknown, unknown> & { userId: number }>();

function keptFor<R, F>(key: string): Stand<R, F> | null {
  const found = kept.get(key);
  return found && found.userId === useSession.getState().user?.id ? (found as Stand<R, F>) : null;
}
export const isKept = (key: string): boolean => keptFor(key) !== null;

/** Why a save was refused: somebody changed the record, or it is gone. */
export interface Met<R> {
  sentence: string;
  theirs: R | null;
}

/**
 * A form of a record that others may change too. It is saved against what it was opened on (`base`), never against what
 * has been fetched since; a record that comes anew is taken over only where nothing was typed. What was typed is never
 * dropped: not by a refusal, not by the end of a sign-in.
 */
export function useConflictForm<R extends object | null, F extends object>(
  key: string,
  record: R,
  formOf: (record: R) => F,
) {
  const [back] = useState(() => keptFor<R, F>(key));
  const [stand, setStand] = useState<Stand<R, F>>(() => back ?? { base: record, values: formOf(record) });
  const [seen, setSeen] = useState(record);
  const [met, setMet] = useState<Met<R> | null>(null);
  const [taken, setTaken] = useState(false);
  const { base, values } = stand;
  const start = formOf(base);
  const changed = differing(start, values);
  const dirty = changed.length > 0;
  if (record !== seen) {
    setSeen(record);
    if (!dirty && !met) setStand({ base: record, values: formOf(record) });
  }
  const [userId] = useState(() => useSession.getState().user?.id);
  const leave = useEffectEvent(() => {
    const { user, left } = useSession.getState();
    if (user || left || !dirty || userId === undefined) return;
    kept.set(key, { ...stand, userId });
    toast({
      title: 'What you typed is kept',
      description: 'Sign in again in this window and open the form: it is still there. It has not been saved.',
    });
  });
  useEffect(() => {
    kept.delete(key);
    return () => leave();
  }, [key]);

  /** On top of what is stored now: theirs, but mine in these fields. */
  const onTop = (mine: readonly (keyof F)[]): Stand<R, F> => {
    const theirs = met?.theirs ?? base;
    const next = { base: theirs, values: { ...formOf(theirs), ...pick(values, mine) } };
    setStand(next);
    setMet(null);
    return next;
  };
  const theirForm = met?.theirs ? formOf(met.theirs) : start;
  const their = differing(start, theirForm);
  return {
    stand,
    base,
    values,
    changed,
    dirty,
    met,
    /** The fields that somebody else changed, with what they say now. */
    their: their.map((field) => ({
      field,
      theirs: theirForm[field],
      /** Mine, where we both changed it, and not to the same. */
      mine: changed.includes(field) && !same(values[field], theirForm[field]) ? { value: values[field] } : null,
    })),
    back: back !== null && dirty,
    taken,
    set(change: Partial<F>) {
      setStand((before) => ({ ...before, values: { ...before.values, ...change } }));
    },
    /** Takes a refusal that is about others; false for any other. */
    refused(error: unknown): boolean {
      if (!(error instanceof ApiError) || base === null) return false;
      const gone = error.status === 404;
      if (!gone && error.code !== 'changed_meanwhile') return false;
      setTaken(false);
      setMet({ sentence: error.sentence, theirs: gone ? null : ({ ...base, ...error.now } as R) });
      return true;
    },
    /** For saving mine over theirs on purpose; what only they changed stays theirs. */
    takeMine: (): Stand<R, F> => onTop(changed),
    takeTheirs() {
      onTop(changed.filter((field) => !their.includes(field)));
      setTaken(true);
    },
    /** This was saved, and is stored so; what was typed since stays typed. */
    saved(sent: F, stored: R) {
      setMet(null);
      setTaken(false);
      setStand((now) => ({
        base: stored,
        values: { ...formOf(stored), ...pick(now.values, differing(sent, now.values)) },
      }));
    },
  };
}
export type ConflictForm<R extends object | null, F extends object> = ReturnType<typeof useConflictForm<R, F>>;
