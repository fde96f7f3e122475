import { logoutEverywhere } from '#contract/accounts.ts';
import { claimCounts, listClaims } from '#contract/admin-claims.ts';
import type { ClaimDossier } from '#contract/claims.ts';
import { countsWith, withDecisions } from '../../offline/snapshot.ts';
import { refusal, type ApiCall } from '../shell/app-protocol.ts';
import { Unreachable } from './connection.ts';
import { decide } from '../decisions/decision-calls.ts';
import type { StaffConsole } from '../console.ts';
import { isCommit, watchImport } from '../files/import-watch.ts';
import { isKept } from '../reports/reports.ts';
import { isDecision } from '../decisions/courier.ts';
import { isClosed, isSignIn, isSignOut } from './session.ts';

/** What becomes of a call of the page: to the server, by way of the outbox, or answered from what is kept. */
export async function callApi(staffConsole: StaffConsole, call: ApiCall): Promise<Response> {
  const origin = staffConsole.servers.current;
  if (origin === null) return refusal(503, 'no_server', 'Please choose a server first.');
  if (staffConsole.line.update) return refusal(426, 'update_needed', staffConsole.line.update.message);
  if (isClosed(call)) return refusal(403, 'not_here', 'Accounts are made on the web site.');
  try {
    if (isSignIn(call)) return await signIn(staffConsole, origin, call);
    if (isSignOut(call)) {
      if (call.path === logoutEverywhere.path) await staffConsole.request(call.method, call.path).catch(() => null);
      // The page has asked already, where something waited.
      await staffConsole.signOut(true);
      return Response.json({ ok: true });
    }
    if (isDecision(call.method, call.path)) return await decide(staffConsole, origin, call);
    if (isQueue(call) && staffConsole.outbox.waiting(origin).length > 0) await staffConsole.courier.run();
    const reading = call.method === 'GET' || call.method === 'HEAD';
    const answer = await staffConsole.request(call.method, call.path, {
      headers: call.headers,
      body: reading ? null : call.request.body,
      signal: call.request.signal,
    });
    if (isQueue(call) && answer.ok) return await withWaiting(staffConsole, origin, call, answer);
    if (answer.ok && isCommit(call.method, call.path)) return await followed(staffConsole, answer);
    return reading && answer.ok && isKept(call.path) ? await keep(staffConsole, call.path, answer) : answer;
  } catch (error) {
    // Nobody waits for the answer any more.
    if (call.request.signal.aborted || staffConsole.stopped) return refusal(503, 'offline', 'This was not waited for.');
    if (!(error instanceof Unreachable)) throw error;
    return (
      withoutServer(staffConsole, call) ?? refusal(error.code === 'offline' ? 503 : 502, error.code, error.message)
    );
  }
}

async function signIn(staffConsole: StaffConsole, origin: string, call: ApiCall): Promise<Response> {
  const answer = await staffConsole.session.signIn(origin, call);
  if (!answer.ok || staffConsole.session.token === null) return answer;
  await staffConsole.openSnapshot();
  void staffConsole.sync();
  void staffConsole.courier.run();
  staffConsole.changed();
  return answer;
}

const isQueue = (call: ApiCall): boolean => call.method === 'GET' && call.path.split('?')[0] === listClaims.path;

/** The server's queue as it will be once it has what was decided here. */
async function withWaiting(
  staffConsole: StaffConsole,
  origin: string,
  call: ApiCall,
  answer: Response,
): Promise<Response> {
  const { here } = staffConsole;
  const said = (await answer.json()) as ClaimDossier[];
  const total = answer.headers.get('x-total-count') ?? String(said.length);
  if (!here.aborted) await staffConsole.snapshot.learn(said);
  const waiting = staffConsole.outbox.waiting(origin);
  if (waiting.length === 0) return Response.json(said, { headers: { 'X-Total-Count': total } });
  const status = statusOf(call);
  const claims = said
    .map((claim) => withDecisions(claim, waiting))
    .filter((claim) => status === null || claim.status === status);
  return Response.json(claims, { headers: { 'X-Total-Count': String(claims.length) } });
}

/** An import goes on without the page that began it. */
async function followed(staffConsole: StaffConsole, answer: Response): Promise<Response> {
  const said = (await answer.json()) as { id: number };
  void watchImport(staffConsole, said.id);
  return Response.json(said, { status: answer.status });
}

const statusOf = (call: ApiCall): string | null => new URL(call.path, 'app://enamel').searchParams.get('status');

async function keep(staffConsole: StaffConsole, path: string, answer: Response): Promise<Response> {
  const text = await answer.text();
  await staffConsole.answers.put(path, text, new Date().toISOString());
  return new Response(text, answer);
}

/** Who is signed in, the queue and what was read of reports can be had from what is kept; nothing else can. */
function withoutServer(staffConsole: StaffConsole, call: ApiCall): Response | null {
  if (call.method !== 'GET' || staffConsole.session.token === null) return null;
  const kept = staffConsole.answers.get(call.path);
  const waiting = staffConsole.outbox.waiting(staffConsole.servers.current ?? undefined);
  if (kept && call.path === claimCounts.path) {
    const counts = countsWith(
      claimCounts.reply.parse(JSON.parse(kept.text)),
      staffConsole.snapshot.claims(null, []),
      waiting,
    );
    return Response.json(counts, { headers: { 'X-Enamel-As-Of': kept.at } });
  }
  if (kept)
    return new Response(kept.text, { headers: { 'Content-Type': 'application/json', 'X-Enamel-As-Of': kept.at } });
  if (!isQueue(call) || staffConsole.snapshot.asOf === null) return null;
  const claims = staffConsole.snapshot.claims(statusOf(call), waiting);
  return Response.json(claims, {
    headers: { 'X-Total-Count': String(claims.length), 'X-Enamel-As-Of': staffConsole.snapshot.asOf },
  });
}
