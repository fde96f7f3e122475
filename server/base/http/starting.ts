import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorPage } from './error-page.ts';
import { Refusal } from './errors.ts';

const STARTING = new Refusal(503, 'unavailable', 'The site is starting. Please try again in a moment.');

/** Responds while sample data and the first admin are created. Browsers get a page that reloads until the site is there. */
export function answerWhileStarting(req: IncomingMessage, res: ServerResponse): void {
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
