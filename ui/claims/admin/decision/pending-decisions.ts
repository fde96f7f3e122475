import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { reviewClaim, reviewMany } from '#contract/claims/admin-claims.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf, type CallOptions } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';

export const UNDO_MS = 10_000;
const BATCH_SIZE = 200;

interface DecidedClaim {
  claimId: number;
  listing: string;
  reviewNotes: string;
  /** Also refunds the claimant's first payment. */
  refund?: boolean;
  overdue: boolean;
}
/** A decision on one or more claims that can still be undone. */
interface PendingDecision {
  key: string;
  status: 'approved' | 'rejected';
  claims: readonly DecidedClaim[];
  until: number;
}
interface State {
  waiting: readonly PendingDecision[];
  /** How many undone decisions the host is still removing from its disk. Their claims open after that. */
  undoing: number;
}
/** A host that stores decisions on disk while they can be undone, and then sends them itself. */
interface DecisionKeeper {
  undoDecision(key: string): Promise<boolean>;
}

/** Decisions are sent after UNDO_MS, or at once when the reviewer leaves the screen. */
export const usePendingDecisions = create<State>(() => ({ waiting: [], undoing: 0 }));

const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Resolves to whether the host stored the decision. */
const hostStores = new Map<string, Promise<boolean>>();
let cache: QueryClient | null = null;
let keeper: DecisionKeeper | null = null;

export const describeDecision = ({ claims }: PendingDecision): string =>
  claims.length === 1 ? claims[0]!.listing : `${claims.length} claims`;

export function queueDecision(
  client: QueryClient,
  decision: Pick<PendingDecision, 'status' | 'claims'>,
  host: DecisionKeeper | null = null,
): void {
  cache = client;
  keeper = host;
  const pending = { ...decision, key: crypto.randomUUID(), until: Date.now() + UNDO_MS };
  usePendingDecisions.setState((state) => ({ waiting: [...state.waiting, pending] }));
  timers.set(
    pending.key,
    setTimeout(() => void (host ? settle(pending) : send(pending)), UNDO_MS),
  );
  if (host) hostStores.set(pending.key, storeOnHost(pending));
}

function removeDecision(decision: PendingDecision): void {
  clearTimeout(timers.get(decision.key));
  timers.delete(decision.key);
  usePendingDecisions.setState(({ waiting }) => ({ waiting: waiting.filter((other) => other !== decision) }));
}

/** Undoes the last decision, or the one with this key. Returns its first claim, or null if it is too late. */
export async function undoDecision(key?: string): Promise<number | null> {
  const { waiting } = usePendingDecisions.getState();
  const decision = key === undefined ? waiting.at(-1) : waiting.find((pending) => pending.key === key);
  // A decision without a timer is already being sent.
  if (!decision || !timers.has(decision.key)) return null;
  removeDecision(decision);
  if (keeper && !(await undoOnHost(keeper, decision))) {
    toast({ title: 'Too late to undo', description: `${describeDecision(decision)}: this has already been sent.` });
    void refreshClaims();
    return null;
  }
  return decision.claims[0]!.claimId;
}

async function undoOnHost(host: DecisionKeeper, decision: PendingDecision): Promise<boolean> {
  const changeUndoing = (by: number) => usePendingDecisions.setState(({ undoing }) => ({ undoing: undoing + by }));
  changeUndoing(1);
  // The host can undo only what it has stored, and a decision that it never stored needs no undo.
  const isStored = await hostStores.get(decision.key);
  hostStores.delete(decision.key);
  const isUndone = isStored === false || (await host.undoDecision(decision.key).catch(() => false));
  changeUndoing(-1);
  return isUndone;
}

async function sendToServer(
  { status, claims }: PendingDecision,
  options: CallOptions,
): Promise<{ ok: boolean; message: string | null }[]> {
  const [first] = claims;
  if (claims.length === 1) {
    const { claimId, reviewNotes, refund } = first!;
    const body = { status, reviewNotes, ...(refund && { refund }) };
    await api(reviewClaim, { params: { id: String(claimId) }, body }, options);
    return [{ ok: true, message: null }];
  }
  const results = [];
  for (let from = 0; from < claims.length; from += BATCH_SIZE) {
    const batch = claims.slice(from, from + BATCH_SIZE);
    const sameNote = batch.every(({ reviewNotes }) => reviewNotes === first!.reviewNotes);
    const body = {
      ids: batch.map(({ claimId }) => claimId),
      status,
      ...(sameNote
        ? { reviewNotes: first!.reviewNotes }
        : { notes: Object.fromEntries(batch.map(({ claimId, reviewNotes }) => [claimId, reviewNotes])) }),
    };
    results.push(...(await api(reviewMany, { body }, options)));
  }
  return results;
}

const showFailure = (description: string) => toast({ title: 'Update Failed', description, variant: 'destructive' });

/** The host writes the decision to disk before it responds. */
async function storeOnHost(decision: PendingDecision): Promise<boolean> {
  try {
    await sendToServer(decision, { headers: { 'Idempotency-Key': decision.key, 'X-Enamel-Hold': String(UNDO_MS) } });
    return true;
  } catch (error) {
    removeDecision(decision);
    showFailure(sentenceOf(error));
    return false;
  }
}

const refreshClaims = () => cache && refresh(cache, '/api/admin/claim-requests').catch(() => {});

/** Ends the undo period of a decision that the host sends and reports on. */
async function settle(decision: PendingDecision): Promise<void> {
  timers.delete(decision.key);
  hostStores.delete(decision.key);
  await refreshClaims();
  removeDecision(decision);
}

async function send(decision: PendingDecision, keepalive = false): Promise<void> {
  if (!timers.has(decision.key)) return;
  clearTimeout(timers.get(decision.key));
  timers.delete(decision.key);
  try {
    // Stays hidden from the queue until the response, so that the claim does not reappear briefly.
    const results = await sendToServer(decision, { keepalive });
    const failed = results.filter(({ ok }) => !ok);
    const changed = results.length - failed.length;
    const subject =
      decision.claims.length === 1
        ? `${describeDecision(decision)} was`
        : `${changed} ${changed === 1 ? 'claim' : 'claims'}`;
    if (changed > 0)
      toast({ title: 'Request Updated', description: `${subject} ${decision.status}.`, variant: 'good' });
    if (failed.length > 0) showFailure(`${failed.length} not changed: ${failed[0]!.message}`);
  } catch (error) {
    showFailure(sentenceOf(error));
  } finally {
    await refreshClaims();
    removeDecision(decision);
  }
}

/** Sends all pending decisions at once, because the reviewer is leaving. A host sends its own. */
export function sendPendingDecisions(keepalive = false): void {
  if (keeper) return;
  for (const decision of usePendingDecisions.getState().waiting) void send(decision, keepalive);
}
