import { reviewClaim, reviewMany } from '#contract/admin-claims.ts';
import type { ClaimDossier } from '#contract/claims.ts';
import { urlOf } from '#contract/url.ts';
import type { Decision } from '../../offline/outbox.ts';
import { meaningOf, withDecisions } from '../../offline/snapshot.ts';
import { refusal, type ApiCall } from '../shell/app-protocol.ts';
import { Unreachable } from '../connection/connection.ts';
import type { StaffConsole } from '../console.ts';

/** A decision is on disk before anything else happens to it. */
export async function decide(staffConsole: StaffConsole, origin: string, call: ApiCall): Promise<Response> {
  const body = (await call.request.json().catch(() => undefined)) as unknown;
  const user = staffConsole.session.email;
  if (body === undefined) return refusal(400, 'bad_request', 'The request is not valid JSON.');
  if (user === null) return refusal(401, 'unauthorized', 'Please sign in to continue.');
  const decision = {
    server: origin,
    user,
    method: call.method,
    path: call.path,
    body,
    at: new Date().toISOString(),
    ...holding(call.request.headers),
  };
  if (call.path === reviewMany.path) return decideEach(staffConsole, decision);
  const delivered = await staffConsole.courier.take(decision);
  if (delivered.state === 'answered') {
    void staffConsole.sync();
    return delivered.answer;
  }
  staffConsole.changed();
  return queued(staffConsole, decision);
}

const LONGEST_HOLD = 60_000;

/** What the page says about a decision that it lets a person undo for a while. */
function holding(headers: Headers): Pick<Decision, 'notBefore' | 'action'> {
  const ms = Number(headers.get('x-enamel-hold'));
  const action = headers.get('idempotency-key');
  if (!(ms > 0 && ms <= LONGEST_HOLD) || action === null || action.length > 100) return {};
  return { notBefore: new Date(Date.now() + ms).toISOString(), action };
}

/** Many at once are as many decisions, each with its own key: one that is refused does not hold up the others. */
async function decideEach(staffConsole: StaffConsole, many: Omit<Decision, 'key'>): Promise<Response> {
  const asked = reviewMany.body.safeParse(many.body);
  if (!asked.success) return refusal(400, 'bad_request', asked.error.issues[0]!.message);
  const { ids, status, reviewNotes, notes } = asked.data;
  let waits = false;
  const results = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const path = urlOf(reviewClaim.path, { id }, {});
      const body = { status, reviewNotes: notes?.[id] ?? reviewNotes };
      const delivered = await staffConsole.courier.take({ ...many, method: reviewClaim.method, path, body });
      if (delivered.state === 'waiting') waits = true;
      if (delivered.state === 'waiting') return { id, ok: true, message: 'Waits for the connection.' };
      const { ok } = delivered.answer;
      const said = (await delivered.answer.json()) as { message?: string };
      return { id, ok, message: ok ? null : (said.message ?? 'The server refused this.') };
    }),
  );
  if (!waits) void staffConsole.sync();
  staffConsole.changed();
  return Response.json(results, waits ? { headers: { 'X-Enamel-Queued': '1' } } : {});
}

/** What the page is answered while a decision waits: the claim as it will be. */
function queued(staffConsole: StaffConsole, decision: Omit<Decision, 'key'>): Response {
  const { ids } = meaningOf(decision);
  const headers = { 'X-Enamel-Queued': '1' };
  const claim = staffConsole.snapshot.claim(ids[0]!);
  if (!claim) return Response.json({ id: ids[0]!, queued: true }, { status: 202, headers });
  return Response.json(withDecisions(claim, staffConsole.outbox.waiting(decision.server)), { headers });
}

export async function deliver(staffConsole: StaffConsole, decision: Decision): Promise<Response> {
  const answer = await staffConsole
    .request(decision.method, decision.path, {
      headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': decision.key },
      body: JSON.stringify(decision.body),
      signal: AbortSignal.timeout(20_000),
    })
    .catch((error: unknown) => {
      throw error instanceof Unreachable ? error : new Unreachable('offline', 'The server did not answer in time.');
    });
  return answer;
}

/** Says who decided otherwise meanwhile, where that is known. */
export async function explain(staffConsole: StaffConsole, decision: Decision, message: string): Promise<string> {
  const { ids } = meaningOf(decision);
  if (ids.length !== 1) return message;
  await staffConsole.sync();
  const claim: ClaimDossier | null = staffConsole.snapshot.claim(ids[0]!);
  if (!claim?.reviewedAt || (claim.status !== 'approved' && claim.status !== 'rejected')) return message;
  const at = new Date(claim.reviewedAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return `${claim.reviewer ?? 'Someone else'} ${claim.status} this claim at ${at}.`;
}
