import { useState } from 'react';
import { useSession } from '#ui/base/session.ts';
import { deleteDraft, fitDraft, readDraft, saveDraft } from '#ui/base/platform/draft.ts';

/** Input that isn't applied yet. It survives a reload, and a panel that closes. */
export function useKept<V extends object>(name: string, empty: V): [kept: V, keep: (next: V) => void] {
  const userId = useSession(({ user }) => user?.id ?? null);
  const [kept, setKept] = useState<V>(() => ({ ...empty, ...fitDraft(readDraft<V>(name, userId), empty) }));
  const keep = (next: V) => {
    setKept(next);
    if (JSON.stringify(next) === JSON.stringify(empty)) deleteDraft(name, userId);
    else saveDraft(name, userId, next);
  };
  return [kept, keep];
}
