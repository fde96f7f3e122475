import { randomBytes, randomUUID } from 'node:crypto';
import { downloadLink, downloadStatus } from '#contract/downloads.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { notFound } from './errors.ts';
import { signedIn } from './guards.ts';
import { findLink, insertLink, type LinkRow } from './downloads/queries-download-links.ts';
import { serve, type Route } from './serve.ts';
import { hashToken } from './callers/token.ts';

const LINK_MS = 60_000;

/** The call that returns a link to a download: a POST to its path, for the same people. */
const createLinkRoute = ({ endpoint, guard }: Route): Route => {
  const linkEndpoint: AnyEndpoint = {
    ...endpoint,
    method: 'POST',
    summary: `Get a link that works once, within a minute, for: ${endpoint.summary}`,
    reply: downloadLink,
    streams: undefined,
    download: false,
  };
  return {
    endpoint: linkEndpoint,
    guard,
    async handle(_input, ctx, { req }) {
      const actor = ctx.actor!;
      const token = randomBytes(32).toString('base64url');
      const path = req.originalUrl;
      const id = randomUUID();
      const createdAt = ctx.clock.now();
      await insertLink(ctx.db, {
        id,
        tokenHash: hashToken(token),
        userId: actor.userId,
        sessionId: actor.sessionId,
        path,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + LINK_MS),
      });
      return { id, url: `${path}${path.includes('?') ? '&' : '?'}link=${token}` };
    },
  };
};

function getState(
  { endedAt, failure, isAbandoned, startedAt, expiresAt }: LinkRow,
  now: Date,
): 'waiting' | 'running' | 'done' | 'failed' {
  if (endedAt) return failure === null ? 'done' : 'failed';
  if (startedAt) return isAbandoned ? 'failed' : 'running';
  return expiresAt > now ? 'waiting' : 'failed';
}

/** The calls for links to the downloads among these routes, and for their state. */
export const createLinkRoutes = (routes: readonly Route[]): Route[] => [
  ...routes.filter(({ endpoint }) => endpoint.download).map(createLinkRoute),
  serve(downloadStatus, signedIn, async ({ params }, { db, clock, actor }) => {
    const link = await findLink(db, params.id, actor.userId);
    if (!link) throw notFound('We could not find this download.');
    return { state: getState(link, clock.now()), message: link.failure || null };
  }),
];
