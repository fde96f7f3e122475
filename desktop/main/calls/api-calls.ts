import { logoutEverywhere } from '#contract/accounts/accounts.ts';
import { claimCounts, listClaims } from '#contract/claims/admin-claims.ts';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { staffHome, type StaffHome } from '#contract/home/staff-home.ts';
import type { InboxKind } from '#contract/inbox.ts';
import { addKnownName } from '#contract/bulk/workbench.ts';
import { isDue } from '../../offline/decision.ts';
import { applyDecisions, countAfterDecisions, listDueAfterDecisions } from '../../offline/snapshot.ts';
import type { ConsoleContext } from '../console-context.ts';
import { isDecision } from '../decisions/courier.ts';
import { submitDecision } from './decision-calls.ts';
import { answerInboxOffline, listLeftItems } from './inbox-calls.ts';
import { isCommit, watchImport } from '../transfers/import-watch.ts';
import type { LocalFiles } from '../transfers/local-files.ts';
import { findKept, isCachedPath } from '../reports/cached-reports.ts';
import { errorResponse, type ApiCall } from '../shell/app-protocol.ts';
import { readKeptDocument } from './keep-documents.ts';
import { isLogo, keepLogo, readKeptLogo } from './keep-logo.ts';
import { UnreachableError } from '../connection/server-requests.ts';
import { isBlocked, isSignIn, isSignOut } from '../connection/session.ts';

const inboxKinds: Partial<Record<StaffHome['due'][number]['kind'], InboxKind>> = {
  messages: 'message',
  problems: 'problem',
  privacy: 'privacy',
  reviews: 'review',
};

const statusOf: Record<string, number> = { offline: 503, update_needed: 426 };

/** Answers an API call of the page: from the server, through the outbox, or from the offline copy. */
export async function callApi(context: ConsoleContext & { localFiles: LocalFiles }, call: ApiCall): Promise<Response> {
  const { connection, courier, outbox } = context;
  const origin = context.servers.current;
  if (origin === null) return errorResponse(503, 'no_server', 'Please choose a server first.');
  if (isBlocked(call)) return errorResponse(403, 'not_here', 'Create your account on the website.');
  try {
    if (isSignIn(call) && connection.update) return errorResponse(426, 'update_needed', connection.update.message);
    if (isSignIn(call)) return await signIn(context, origin, call);
    if (isSignOut(call)) {
      if (call.path === logoutEverywhere.path) await context.request(call.method, call.path).catch(() => null);
      // The page has already asked whether to discard unsent decisions.
      await context.signOut(true);
      return Response.json({ ok: true });
    }
    if (isDecision(call.method, call.path)) return await submitDecision(context, origin, call);
    const local = context.session.token === null ? null : await context.localFiles.answer(call);
    if (local) return local;
    if (connection.update) throw new UnreachableError('update_needed', connection.update.message);
    if ((isQueue(call) || call.path === claimCounts.path) && outbox.waiting(origin).length > 0) await courier.run();
    const isRead = call.method === 'GET' || call.method === 'HEAD';
    const response = await context.request(call.method, call.path, {
      headers: call.headers,
      body: isRead ? null : call.request.body,
      signal: call.signal,
    });
    if (response.ok && isLogo(context, call.path)) return await keepLogo(context, origin, response);
    if (isQueue(call) && response.ok) return await applyUnsent(context, origin, call, response);
    if (response.ok && call.path === addKnownName.path) void context.localFiles.refreshKnowledge();
    if (response.ok && isCommit(call.method, call.path)) return await followImport(context, response);
    return isRead && response.ok && isCachedPath(call.path)
      ? await cacheAnswer(context, call.path, response)
      : response;
  } catch (error) {
    if (call.signal.aborted || context.stopped) return errorResponse(503, 'offline', 'This request was canceled.');
    if (!(error instanceof UnreachableError)) throw error;
    return (
      (await answerOffline(context, call)) ?? errorResponse(statusOf[error.code] ?? 502, error.code, error.message)
    );
  }
}

async function signIn(context: ConsoleContext, origin: string, call: ApiCall): Promise<Response> {
  const response = await context.session.signIn(origin, call);
  if (!response.ok || context.session.token === null) return response;
  await context.openSnapshot();
  void context.sync();
  void context.courier.run();
  context.publishState();
  return response;
}

const isQueue = (call: ApiCall): boolean => call.method === 'GET' && call.path.split('?')[0] === listClaims.path;
const readStatusFilter = (call: ApiCall): string | null =>
  new URL(call.path, 'app://enamel').searchParams.get('status');

/** Shows the server's queue as it will be once the unsent decisions arrive. */
async function applyUnsent(
  { outbox, snapshot, stay }: ConsoleContext,
  origin: string,
  call: ApiCall,
  response: Response,
): Promise<Response> {
  const serverClaims = (await response.json()) as ClaimDossier[];
  const total = response.headers.get('x-total-count') ?? String(serverClaims.length);
  if (!stay.aborted) await snapshot.addClaims(serverClaims);
  const unsent = outbox.waiting(origin);
  if (unsent.length === 0) return Response.json(serverClaims, { headers: { 'X-Total-Count': total } });
  const status = readStatusFilter(call);
  const claims = serverClaims
    .map((claim) => applyDecisions(claim, unsent))
    .filter((claim) => status === null || claim.status === status);
  return Response.json(claims, { headers: { 'X-Total-Count': String(claims.length) } });
}

/** Watches a committed import from here, because the page may close before it ends. */
async function followImport(context: ConsoleContext, response: Response): Promise<Response> {
  const run = (await response.json()) as { id: number };
  void watchImport(context, run.id);
  return Response.json(run, { status: response.status });
}

async function cacheAnswer(context: ConsoleContext, path: string, response: Response): Promise<Response> {
  const text = await response.text();
  await context.answers.put(path, text, new Date().toISOString());
  return answerWithUnsent(context, path, text) ?? new Response(text, response);
}

/** The counts of claims and Home as they will be once the unsent decisions arrive. Null for other answers. */
function answerWithUnsent(context: ConsoleContext, path: string, text: string, headers = {}): Response | null {
  if (path === claimCounts.path) return countWithUnsent(context, text, headers);
  if (path !== staffHome.path) return null;
  const { outbox, servers, snapshot } = context;
  const home = JSON.parse(text) as StaffHome;
  const unsent = outbox.waiting(servers.current ?? undefined);
  const due = listDueAfterDecisions(home.due, snapshot.claims(null, []), unsent);
  const left = listLeftItems(context);
  const counted = due.map((row) => {
    const own = left.filter(({ kind }) => kind === inboxKinds[row.kind]);
    const overdue = own.filter(({ dueAt }) => dueAt && Date.parse(dueAt) <= Date.now()).length;
    return { ...row, count: Math.max(0, row.count - own.length), overdue: Math.max(0, row.overdue - overdue) };
  });
  return Response.json({ ...home, due: counted }, { headers });
}

/**
 * The counts once decisions arrive that are due but not sent. The page itself subtracts the ones that can still be undone,
 * so that its list and its counts always agree.
 */
function countWithUnsent({ outbox, servers, snapshot }: ConsoleContext, text: string, headers: object): Response {
  const serverCounts = claimCounts.reply.parse(JSON.parse(text));
  const dueDecisions = outbox.waiting(servers.current ?? undefined).filter(isDue);
  return Response.json(countAfterDecisions(serverCounts, snapshot.claims(null, []), dueDecisions), {
    headers: { ...headers },
  });
}

/** Answers from the offline copy: the logo, the account, the claim queue, documents, and cached figures. Null for everything else. */
async function answerOffline(context: ConsoleContext, call: ApiCall): Promise<Response | null> {
  const { answers, outbox, servers, session, snapshot } = context;
  if (isLogo(context, call.path)) return readKeptLogo(context);
  if (call.method !== 'GET' || session.token === null) return null;
  const cached = findKept(answers, call.path);
  const unsent = outbox.waiting(servers.current ?? undefined);
  if (cached) {
    const headers = { 'Content-Type': 'application/json', 'X-Enamel-As-Of': cached.at };
    return answerWithUnsent(context, call.path, cached.text, headers) ?? new Response(cached.text, { headers });
  }
  if (!isQueue(call) || snapshot.asOf === null)
    return answerInboxOffline(context, call.path) ?? readKeptDocument(context, call.path);
  const claims = snapshot.claims(readStatusFilter(call), unsent);
  return Response.json(claims, {
    headers: { 'X-Total-Count': String(claims.length), 'X-Enamel-As-Of': snapshot.asOf },
  });
}
