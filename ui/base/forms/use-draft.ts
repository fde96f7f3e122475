import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSession } from '#ui/base/session.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { deleteDraft, fitDraft, readDraft, saveDraft, type DraftPlace } from '#ui/base/platform/draft.ts';

/** Text that is kept until it is sent: through Escape, a reload, a lost connection, and an expired sign-in. */
interface KeptDraft {
  /** A name that is unique among forms, with the id of what the form is about. */
  draft: string;
  /** Fields that are never stored, such as a password. */
  except?: readonly string[];
  /** 'tab' for what others who use this device should not see, such as the reason for an appointment. */
  place?: DraftPlace;
  /** The server renders this form, so its draft appears after hydration. */
  onServer?: true;
}

/**
 * Each form declares how it treats text that was typed and not sent:
 * - a draft, for text that people wrote
 * - 'secret', for passwords, codes, and card data, which are never stored
 * - 'choice', for filters and pickers, where nothing is written
 * - 'record', for useConflictForm, which keeps the record along with the text
 */
export type Keep = KeptDraft | 'secret' | 'choice' | 'record';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const userIdNow = (): number | null => useSession.getState().user?.id ?? null;

/** The values that a form starts with: its defaults, and the draft unless it has to wait for hydration. */
export function useStartValues<V extends object>(keep: Keep, defaultValues: V): { values: V; isRestored: boolean } {
  const [start] = useState(() => {
    if (typeof keep === 'string' || keep.onServer) return { values: defaultValues, isRestored: false };
    const draft = fitDraft(readDraft<V>(keep.draft, userIdNow(), keep.place), defaultValues);
    return { values: { ...defaultValues, ...draft }, isRestored: Object.keys(draft).length > 0 };
  });
  return start;
}

interface DraftForm<V> {
  values: V;
  defaultValues: V;
  isRestored: boolean;
  /** Shows other values. */
  show: (values: V) => void;
}

/** Keeps the changed fields of a form while they are typed. Call `end` once they are sent. */
export function useDraft<V extends object>(keep: Keep, form: DraftForm<V>): { end: () => void; resume: () => void } {
  const { values, defaultValues } = form;
  const kept = typeof keep === 'string' ? null : keep;
  const userId = useSession(({ user }) => user?.id ?? null);
  // The text belongs to the user who typed it, also after the session has ended.
  const writer = useRef(userId);
  const hasEnded = useRef(false);
  const [defaults] = useState(defaultValues);

  const store = useEffectEvent((typed: V) => {
    if (!kept) return;
    writer.current ??= useSession.getState().user?.id ?? null;
    const isLeft = useSession.getState().left && writer.current !== null;
    const changes = Object.entries(typed).filter(
      ([name, value]) => !kept.except?.includes(name) && !isSame(value, defaults[name as keyof V]),
    );
    if (hasEnded.current || isLeft || changes.length === 0) deleteDraft(kept.draft, writer.current, kept.place);
    else saveDraft(kept.draft, writer.current, Object.fromEntries(changes), kept.place);
  });
  const discard = useEffectEvent(() => {
    form.show(defaults);
    if (kept) deleteDraft(kept.draft, writer.current, kept.place);
  });
  const announce = useEffectEvent(() =>
    toast({
      title: 'Your draft is back',
      description: 'You typed this earlier. It has not been sent.',
      action: { label: 'Start over', altText: 'Clear the fields of the form', onSelect: () => discard() },
    }),
  );

  // A form that the server rendered waits for hydration and for the user, whose draft it may be.
  const isReady = useSession((state) => state.isReady);
  const hasLooked = useRef(false);
  const restoreLate = useEffectEvent(() => {
    if (!kept?.onServer || hasLooked.current) return;
    hasLooked.current = true;
    writer.current = userId;
    const draft = fitDraft(readDraft<V>(kept.draft, userId, kept.place), defaults);
    if (Object.keys(draft).length === 0 || !isSame(values, defaults)) return;
    form.show({ ...defaults, ...draft });
    announce();
  });
  useEffect(() => {
    if (isReady) restoreLate();
  }, [isReady]);
  const announceRestored = useEffectEvent(() => void (form.isRestored && announce()));
  useEffect(() => announceRestored(), []);

  const isWaiting = Boolean(kept?.onServer);
  useEffect(() => {
    if (isWaiting && !hasLooked.current) return undefined;
    const timer = setTimeout(() => store(values), 300);
    return () => clearTimeout(timer);
  }, [values, isWaiting]);
  const storeAtEnd = useEffectEvent(() => {
    if (!isWaiting || hasLooked.current) store(values);
  });
  // A reload doesn't unmount, so the page's end stores what was typed in the last moment.
  useEffect(() => {
    const storeBeforeReload = () => storeAtEnd();
    addEventListener('pagehide', storeBeforeReload);
    return () => {
      removeEventListener('pagehide', storeBeforeReload);
      storeAtEnd();
    };
  }, []);
  return {
    end() {
      hasEnded.current = true;
      if (kept) deleteDraft(kept.draft, writer.current, kept.place);
    },
    resume() {
      hasEnded.current = false;
    },
  };
}
