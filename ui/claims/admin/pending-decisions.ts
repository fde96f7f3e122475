import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { reviewClaim, reviewMany } from '#contract/admin-claims.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf, type CallOptions } from '#ui/platform/api.ts';
import { refresh } from '#ui/platform/query.ts';

export const UNDO_MS = 10_000;
const MOST_AT_ONCE = 200;

export interface Decided {
  claimId: number;
  listing: string;
  reviewNotes: string;
}
/** One decision, about one claim or about many. */
export interface Waiting {
  key: string;
  status: 'approved' | 'rejected';
  claims: readonly Decided[];
  until: number;
}
interface State {
  waiting: readonly Waiting[];
}
/** A host that keeps decisions on its disk while they can be undone, and sends them by itself afterwards. */
export interface DecisionKeeper {
  undoDecision(key: string): Promise<boolean>;
}

/** Decisions that can still be undone. They are sent when their time is over, or at once when the screen is left. */
export const usePendingDecisions = create<State>(() => ({ waiting: [] }));

const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Whether the host has it by now. */
const holding = new Map<string, Promise<boolean>>();
let cache: QueryClient | null = null;
let keeper: DecisionKeeper | null = null;

export const describeDecision = ({ claims }: Waiting): string =>
  claims.length === 1 ? claims[0]!.listing : `${claims.length} claims`;

export function queueDecision(
  client: QueryClient,
  decision: Pick<Waiting, 'status' | 'claims'>,
  host: DecisionKeeper | null = null,
): void {
  cache = client;
  keeper = host;
  const waiting = { ...decision, key: crypto.randomUUID(), until: Date.now() + UNDO_MS };
  usePendingDecisions.setState((state) => ({ waiting: [...state.waiting, waiting] }));
  timers.set(
    waiting.key,
    setTimeout(() => void (host ? settle(waiting) : send(waiting)), UNDO_MS),
  );
  if (host) holding.set(waiting.key, hold(waiting));
}

const out = (gone: Waiting) => {
  clearTimeout(timers.get(gone.key));
  timers.delete(gone.key);
  usePendingDecisions.setState(({ waiting }) => ({ waiting: waiting.filter((one) => one !== gone) }));
};

/** Takes the last decision back, or that of this key; answers the first claim of it, or null when it is too late. */
export async function undoDecision(key?: string): Promise<number | null> {
  const { waiting } = usePendingDecisions.getState();
  const found = key === undefined ? waiting.at(-1) : waiting.find((one) => one.key === key);
  // One that is on its way has no timer any more.
  if (!found || !timers.has(found.key)) return null;
  out(found);
  // Before the host has all of it there is nothing to take back; what it did not get is undone already.
  const kept = await holding.get(found.key);
  holding.delete(found.key);
  if (keeper && kept !== false && !(await keeper.undoDecision(found.key).catch(() => false))) {
    toast({ title: 'Too late to undo', description: `${describeDecision(found)}: this has been sent already.` });
    return null;
  }
  return found.claims[0]!.claimId;
}

async function call(
  { status, claims }: Waiting,
  options: CallOptions,
): Promise<{ ok: boolean; message: string | null }[]> {
  const [first] = claims;
  if (claims.length === 1) {
    const { claimId, reviewNotes } = first!;
    await api(reviewClaim, { params: { id: String(claimId) }, body: { status, reviewNotes } }, options);
    return [{ ok: true, message: null }];
  }
  const results = [];
  for (let from = 0; from < claims.length; from += MOST_AT_ONCE) {
    const some = claims.slice(from, from + MOST_AT_ONCE);
    const same = some.every(({ reviewNotes }) => reviewNotes === first!.reviewNotes);
    const body = {
      ids: some.map(({ claimId }) => claimId),
      status,
      ...(same
        ? { reviewNotes: first!.reviewNotes }
        : { notes: Object.fromEntries(some.map(({ claimId, reviewNotes }) => [claimId, reviewNotes])) }),
    };
    results.push(...(await api(reviewMany, { body }, options)));
  }
  return results;
}

const refused = (description: string) => toast({ title: 'Update Failed', description, variant: 'destructive' });

/** Gives it to the host, which has it on disk before it answers. */
async function hold(decision: Waiting): Promise<boolean> {
  try {
    await call(decision, { headers: { 'Idempotency-Key': decision.key, 'X-Enamel-Hold': String(UNDO_MS) } });
    return true;
  } catch (error) {
    out(decision);
    refused(sentenceOf(error));
    return false;
  }
}

const again = () => cache && refresh(cache, '/api/admin/claim-requests').catch(() => {});

/** Its time is over; the host goes on with it and says what becomes of it. */
async function settle(decision: Waiting): Promise<void> {
  timers.delete(decision.key);
  holding.delete(decision.key);
  await again();
  out(decision);
}

async function send(decision: Waiting, keepalive = false): Promise<void> {
  if (!timers.has(decision.key)) return;
  clearTimeout(timers.get(decision.key));
  timers.delete(decision.key);
  try {
    // It stays out of the queue until the answer is here, so that it does not come back for a moment.
    const results = await call(decision, { keepalive });
    const failed = results.filter(({ ok }) => !ok);
    const done = results.length - failed.length;
    const what =
      decision.claims.length === 1 ? `${describeDecision(decision)} was` : `${done} ${done === 1 ? 'claim' : 'claims'}`;
    if (done > 0) toast({ title: 'Request Updated', description: `${what} ${decision.status}.`, variant: 'good' });
    if (failed.length > 0) refused(`${failed.length} not changed: ${failed[0]!.message}`);
  } catch (error) {
    refused(sentenceOf(error));
  } finally {
    await again();
    out(decision);
  }
}

/** Everything that waits, now: the reviewer goes elsewhere. What the host keeps is safe with it. */
export function sendPendingDecisions(keepalive = false): void {
  if (keeper) return;
  for (const decision of usePendingDecisions.getState().waiting) void send(decision, keepalive);
}
