import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { errorPage } from './error-page.ts';
import { Refusal } from './errors.ts';
import { isRead, isRepeatedElsewhere } from './repeated-elsewhere.ts';

const STARTING = new Refusal(503, 'unavailable', 'The site is starting. Please try again in a moment.');

/** An ordinary start takes less than this. Only sample data takes longer. */
const PATIENCE_MS = 3_000;
/** Neither a browser nor a proxy repeats a form. Less than the minute that nginx waits. */
const FORM_PATIENCE_MS = 30_000;
/** Health checks decide whether others wait for this server, so they are answered at once. */
const HEALTH = new Set(['/healthz', '/readyz']);

/**
 * Holds requests that arrive while the server starts, so that a proxy needn't repeat them. Those that waited
 * for too long get a response that says so.
 */
export function holdWhileStarting(patienceMs = PATIENCE_MS): {
  listener: RequestListener;
  release(handle: RequestListener): void;
} {
  const held = new Map<ServerResponse, { req: IncomingMessage; timer: NodeJS.Timeout }>();
  return {
    listener(req, res) {
      if (HEALTH.has(req.url!)) return answerWhileStarting(req, res);
      if (isRepeatedElsewhere(req)) return void req.socket.destroy();
      const giveUp = () => {
        held.delete(res);
        answerWhileStarting(req, res);
      };
      held.set(res, { req, timer: setTimeout(giveUp, isRead(req) ? patienceMs : FORM_PATIENCE_MS) });
    },
    release(handle) {
      for (const [res, { req, timer }] of held) {
        clearTimeout(timer);
        if (!req.destroyed) handle(req, res);
      }
      held.clear();
    },
  };
}

/** Responds while sample data and the first admin are created. Browsers get a page that reloads until the site is there. */
function answerWhileStarting(req: IncomingMessage, res: ServerResponse): void {
  const isAlive = req.url === '/healthz';
  const isPage = !isAlive && !req.url?.startsWith('/api/') && req.headers.accept?.includes('text/html');
  res.writeHead(isAlive ? 200 : STARTING.status, {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json',
    'Cache-Control': 'no-store',
    'Retry-After': '2',
    ...(isPage ? { Refresh: '2' } : {}),
  });
  res.end(
    isPage
      ? errorPage(STARTING, null)
      : JSON.stringify(isAlive ? { ok: true } : { error: STARTING.code, message: STARTING.message }),
  );
}
