import { changeOwnShortlist, getOwnShortlist } from '#contract/listings/shortlists.ts';
import { useSession } from '#ui/base/session.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { ACCOUNT_COPY_KEY, setShortlist, useSaved } from '../card/saved.ts';

/** The account's list when this browser last read it. The difference to the list here is what to send. */
interface AccountCopy {
  userId: number;
  ids: readonly number[];
}

function readCopy(): AccountCopy | null {
  try {
    return JSON.parse(localStorage.getItem(ACCOUNT_COPY_KEY) ?? 'null') as AccountCopy | null;
  } catch {
    return null;
  }
}
function writeCopy(copy: AccountCopy | null): void {
  try {
    if (copy) localStorage.setItem(ACCOUNT_COPY_KEY, JSON.stringify(copy));
    else localStorage.removeItem(ACCOUNT_COPY_KEY);
  } catch {
    // Without storage, the list lasts until the page closes.
  }
}

const without = (ids: readonly number[], others: readonly number[]) => ids.filter((id) => !others.includes(id));
const isSame = (a: readonly number[], b: readonly number[]) => a.length === b.length && without(a, b).length === 0;

/** Removes the list of an account that is no longer signed in, because others may use this browser. */
function clearAccountList(copy: AccountCopy): void {
  writeCopy(null);
  setShortlist(without(useSaved.getState().shortlist, copy.ids));
}

/** Sends what changed here, and takes over what changed on other devices. */
async function sync(): Promise<void> {
  const { user, isReady } = useSession.getState();
  const copy = readCopy();
  if (copy && isReady && user?.id !== copy.userId) clearAccountList(copy);
  if (!user) return;
  const known = copy?.userId === user.id ? copy.ids : [];
  const before = useSaved.getState().shortlist;
  const [add, remove] = [without(before, known), without(known, before)];
  const { ids } =
    add.length + remove.length === 0
      ? await api(getOwnShortlist, {})
      : await api(changeOwnShortlist, { body: { add, remove } });
  if (useSession.getState().user?.id !== user.id) return;
  const now = useSaved.getState().shortlist;
  writeCopy({ userId: user.id, ids });
  // Keeps what was saved or removed here while the request was running.
  const next = [...without(ids, without(before, now)), ...without(without(now, before), ids)];
  if (!isSame(next, now)) setShortlist(next);
  const rejected = without(add, ids).length;
  if (rejected > 0)
    toast({ title: 'Your shortlist is full', description: `It holds 50 practices. ${rejected} could not be added.` });
}

let running: Promise<void> | null = null;
let isRequested = false;
/** Runs one sync at a time. A failed one is repeated with the next change, or when the visitor returns to the page. */
function requestSync(): void {
  isRequested = true;
  running ??= (async () => {
    while (isRequested) {
      isRequested = false;
      await sync().catch(() => {});
    }
    running = null;
  })();
}

let isStarted = false;
export function startShortlistSync(): void {
  requestSync();
  if (isStarted) return;
  isStarted = true;
  useSession.subscribe((state, previous) => {
    if (state.user?.id !== previous.user?.id || state.isReady !== previous.isReady) requestSync();
  });
  useSaved.subscribe((state, previous) => {
    const { user } = useSession.getState();
    if (!user || state.shortlist === previous.shortlist) return;
    if (!isSame(state.shortlist, readCopy()?.ids ?? [])) requestSync();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') requestSync();
  });
}
