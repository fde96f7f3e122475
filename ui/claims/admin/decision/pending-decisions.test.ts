import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useToasts } from '#ui/kit/overlays/toast.ts';
import { queueDecision, undoDecision, UNDO_MS, usePendingDecisions } from './pending-decisions.ts';

const client = new QueryClient();
const decision = (...ids: number[]) => ({
  status: 'rejected' as const,
  claims: ids.map((claimId) => ({
    claimId,
    listing: `Practice ${claimId}`,
    reviewNotes: `Note ${claimId}`,
    overdue: false,
  })),
});
let sent: { url: string; body: unknown; hold: string | null }[];
let answer: () => Promise<Response>;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answer = async () => Response.json([]);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push({ url, body: JSON.parse(String(init.body)) as unknown, hold: headers.get('x-enamel-hold') });
    return answer();
  });
});
afterEach(() => {
  usePendingDecisions.setState({ waiting: [] });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('undoes a decision on several claims together, or sends it after ten seconds with a note for each', async () => {
  queueDecision(client, decision(1, 2));
  expect(await undoDecision()).toBe(1);
  await vi.advanceTimersByTimeAsync(UNDO_MS * 2);
  expect(sent).toEqual([]);
  queueDecision(client, decision(1, 2));
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(sent).toEqual([
    {
      url: '/api/admin/claim-requests/bulk',
      body: { ids: [1, 2], status: 'rejected', notes: { 1: 'Note 1', 2: 'Note 2' } },
      hold: null,
    },
  ]);
  expect(await undoDecision()).toBeNull();
});

it('waits until the host has stored a decision before undoing it, so that it is not sent afterwards', async () => {
  let respond = (): void => {};
  answer = () => new Promise((resolve) => (respond = () => resolve(Response.json({}))));
  const undone: string[] = [];
  const host = { undoDecision: async (key: string) => undone.push(key) > 0 };
  queueDecision(client, decision(7), host);
  expect(sent).toMatchObject([{ url: '/api/admin/claim-requests/7', hold: String(UNDO_MS) }]);
  const undoResult = undoDecision();
  await vi.advanceTimersByTimeAsync(50);
  expect(undone).toEqual([]);
  // Until then, keys decide on no claim.
  expect(usePendingDecisions.getState()).toMatchObject({ waiting: [], undoing: 1 });
  respond();
  expect(await undoResult).toBe(7);
  expect(undone).toHaveLength(1);
  expect(usePendingDecisions.getState().undoing).toBe(0);
});

it('says so if the host has already sent a decision', async () => {
  queueDecision(client, decision(9), { undoDecision: async () => false });
  expect(await undoDecision()).toBeNull();
  expect(useToasts.getState().current).toMatchObject({ title: 'Too late to undo' });
  useToasts.setState({ current: null });
});

it('drops a decision that the host rejects and leaves nothing to undo', async () => {
  answer = async () => Response.json({ error: 'unauthorized', message: 'Please log in.' }, { status: 401 });
  queueDecision(client, decision(8), { undoDecision: async () => true });
  await vi.advanceTimersByTimeAsync(10);
  expect(usePendingDecisions.getState().waiting).toEqual([]);
  expect(await undoDecision()).toBeNull();
});
