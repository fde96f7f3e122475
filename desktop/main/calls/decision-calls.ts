import { randomUUID } from 'node:crypto';
import { reviewClaim, reviewMany } from '#contract/claims/admin-claims.ts';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { urlOf } from '#shared/url.ts';
import { LONGEST_HOLD_MS, type Decision } from '../../offline/decision.ts';
import { applyDecisions, readDecision } from '../../offline/snapshot.ts';
import { answerQueuedChange, keepInInbox } from './inbox-calls.ts';
import { UnreachableError } from '../connection/server-requests.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { NoticeAction } from '../host.ts';
import { errorResponse, type ApiCall } from '../shell/app-protocol.ts';

type Context = Pick<
  ConsoleContext,
  'answers' | 'courier' | 'inbox' | 'outbox' | 'publishState' | 'servers' | 'session' | 'snapshot' | 'sync'
>;

const SEND_TIMEOUT_MS = 20_000;

/** Saves a decision to disk, then tries to send it. */
export async function submitDecision(context: Context, origin: string, call: ApiCall): Promise<Response> {
  const body = (await call.request.json().catch(() => undefined)) as unknown;
  const user = context.session.email;
  if (body === undefined) return errorResponse(400, 'bad_request', 'The request is not valid JSON.');
  if (user === null) return errorResponse(401, 'unauthorized', 'Please log in to continue.');
  const decision = {
    server: origin,
    user,
    method: call.method,
    path: call.path,
    body,
    at: new Date().toISOString(),
    ...readHold(call.request.headers),
  };
  if (call.path === reviewMany.path) return submitBulkDecision(context, decision);
  const delivery = await context.courier.submit(decision);
  if (delivery.state === 'answered') {
    void context.sync();
    return delivery.response;
  }
  context.publishState();
  return answerQueuedChange(context, decision) ?? answerQueued(context, decision);
}

/** Reads how long the page wants to hold a decision back so that it can be undone. */
function readHold(headers: Headers): Pick<Decision, 'notBefore' | 'action'> {
  const ms = Number(headers.get('x-enamel-hold'));
  const action = headers.get('idempotency-key');
  if (!(ms > 0 && ms <= LONGEST_HOLD_MS) || action === null || action.length > 100) return {};
  return { notBefore: new Date(Date.now() + ms).toISOString(), action };
}

const NOTICE_HOLD_MS = 10_000;

/** Approves a claim from its notice. Like on the page, the decision can be undone for a moment, from a notice of its own. */
export const approveFromNotice = (
  context: Pick<ConsoleContext, 'courier' | 'host' | 'outbox' | 'publishState' | 'session' | 'snapshot'>,
  id: number,
): NoticeAction => ({
  label: 'Approve',
  async run() {
    const { courier, host, outbox, session, snapshot } = context;
    const { owner } = session;
    const claim = snapshot.claim(id);
    if (!owner || !claim || applyDecisions(claim, outbox.waiting(owner.server)).status !== 'pending') return;
    const action = randomUUID();
    const now = Date.now();
    await courier.submit({
      ...owner,
      method: reviewClaim.method,
      path: urlOf(reviewClaim.path, { id }, {}),
      body: { status: 'approved' },
      at: new Date(now).toISOString(),
      action,
      notBefore: new Date(now + NOTICE_HOLD_MS).toISOString(),
    });
    context.publishState();
    host.notifyUnlessFocused('Approved', `${claim.listing.name}. You can undo this for ten seconds.`, undefined, {
      label: 'Undo',
      run: () => courier.undo(action).then(() => context.publishState()),
    });
  },
});

/** Sends one decision per claim, each with its own key, so that one refusal doesn't block the others. */
async function submitBulkDecision(context: Context, bulkDecision: Omit<Decision, 'key'>): Promise<Response> {
  const parsedBody = reviewMany.body.safeParse(bulkDecision.body);
  if (!parsedBody.success) return errorResponse(400, 'bad_request', parsedBody.error.issues[0]!.message);
  const { ids, status, reviewNotes, notes } = parsedBody.data;
  let isQueued = false;
  const results = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const path = urlOf(reviewClaim.path, { id }, {});
      const warnings = status === 'approved' ? (context.snapshot.claim(id)?.warnings ?? []) : [];
      if (warnings.length > 0) {
        const reasons = warnings.map(({ text }) => text).join(' ');
        return { id, ok: false, message: `Please review this claim on its own. ${reasons}` };
      }
      const body = { status, reviewNotes: notes?.[id] ?? reviewNotes, inBulk: true };
      const delivery = await context.courier.submit({ ...bulkDecision, method: reviewClaim.method, path, body });
      if (delivery.state === 'waiting') {
        isQueued = true;
        return { id, ok: true, message: 'Waiting for the connection.' };
      }
      const { ok } = delivery.response;
      const reply = (await delivery.response.json()) as { message?: string };
      return { id, ok, message: ok ? null : (reply.message ?? 'The server refused this.') };
    }),
  );
  if (!isQueued) void context.sync();
  context.publishState();
  return Response.json(results, isQueued ? { headers: { 'X-Enamel-Queued': '1' } } : {});
}

/** Answers with the claim as it will be once the decision arrives. */
function answerQueued({ outbox, snapshot }: Context, decision: Omit<Decision, 'key'>): Response {
  const { ids } = readDecision(decision);
  const headers = { 'X-Enamel-Queued': '1' };
  const claim = snapshot.claim(ids[0]!);
  if (!claim) return Response.json({ id: ids[0]!, queued: true }, { status: 202, headers });
  return Response.json(applyDecisions(claim, outbox.waiting(decision.server)), { headers });
}

/** A server of another version may understand a decision differently, so decisions wait for the update. */
export const maySend = (
  { connection, servers, session }: Pick<ConsoleContext, 'connection' | 'servers' | 'session'>,
  { server, user }: Decision,
): boolean =>
  server === servers.current && user === session.email && session.token !== null && connection.update === null;

export async function sendDecision(
  context: Pick<ConsoleContext, 'connection' | 'request'>,
  decision: Decision,
): Promise<Response> {
  if (!(await context.connection.reconnect()))
    throw new UnreachableError('offline', 'The server can’t be reached right now.');
  return context
    .request(decision.method, decision.path, {
      headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': decision.key },
      body: JSON.stringify(decision.body),
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    })
    .catch((error: unknown) => {
      throw error instanceof UnreachableError
        ? error
        : new UnreachableError('offline', 'The server did not answer in time.');
    });
}

/** Applies a decision to the offline copy, which would otherwise show the claim or item as open until the next sync. */
export async function keepInSnapshot(
  context: Pick<ConsoleContext, 'answers' | 'host' | 'inbox' | 'outbox' | 'servers' | 'snapshot'>,
  decision: Decision,
) {
  const { host, snapshot } = context;
  const claims = readDecision(decision).ids.flatMap((id) => snapshot.claim(id) ?? []);
  await snapshot
    .addClaims(claims.map((claim) => applyDecisions(claim, [decision])))
    .then(() => keepInInbox(context, decision))
    .catch((error: unknown) => host.log('the offline copy could not be updated', { error: String(error) }));
}

/** Names the person who decided the claim differently, if the claim says so. */
export async function explainRefusal(
  context: Pick<ConsoleContext, 'snapshot' | 'syncAgain'>,
  decision: Decision,
  message: string,
): Promise<string> {
  const { ids } = readDecision(decision);
  if (ids.length !== 1) return message;
  await context.syncAgain();
  const claim: ClaimDossier | null = context.snapshot.claim(ids[0]!);
  if (!claim?.reviewedAt || (claim.status !== 'approved' && claim.status !== 'rejected')) return message;
  return `${claim.reviewer ?? 'Someone else'} ${claim.status} this claim at ${formatTime(claim.reviewedAt)}.`;
}

/** “9:00 AM PT” in this computer's zone, as on the screens. */
const formatTime = (at: string): string =>
  new Date(at)
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' })
    .replaceAll('\u202f', ' ');
