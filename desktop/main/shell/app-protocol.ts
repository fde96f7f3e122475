import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { requestHeaders, responseHeaders } from '../../policy/answers.ts';
import { bundlePath } from '../../policy/files.ts';
import { apiPath, APP_ORIGIN, isOwnPage, picturePath } from '../../policy/urls.ts';
import type { PageRequests } from './page-requests.ts';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

const PAGE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "object-src 'none'",
].join('; ');

const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** An error in the API's format. */
export const errorResponse = (status: number, error: string, message: string): Response =>
  Response.json({ error, message }, { status, headers: securityHeaders });

export interface ApiCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  request: Request;
  /** Aborts when the page gives up the request. */
  signal: AbortSignal;
}

/**
 * Answers everything that the page loads: its own bundle, and the API and pictures of the server through `callApi`. It is a plain
 * function of a request, so that tests can serve it over a socket.
 */
export function appProtocol(bundle: string, requests: PageRequests, callApi: (call: ApiCall) => Promise<Response>) {
  function callServer(request: Request, path: string): Promise<Response> {
    const headers: Record<string, string> = {};
    for (const name of requestHeaders) {
      const value = request.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    return requests.run(request, async (signal) =>
      filterHeaders(await callApi({ method: request.method, path, headers, request, signal })),
    );
  }
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (!isOwnPage(request.url)) return errorResponse(403, 'refused', 'This address does not belong to the console.');
    const origin = request.headers.get('origin');
    if (origin !== null && origin !== APP_ORIGIN)
      return errorResponse(403, 'refused', 'This request came from another page.');
    const site = request.headers.get('sec-fetch-site');
    if (site !== null && site !== 'same-origin' && site !== 'none')
      return errorResponse(403, 'refused', 'This request came from another page.');
    if (url.pathname === '/api' || url.pathname.startsWith('/api/') || /^\/api%/i.test(url.pathname)) {
      const path = apiPath(url);
      return path === null
        ? errorResponse(400, 'bad_request', 'This address is not valid.')
        : callServer(request, path);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return errorResponse(405, 'method_not_allowed', 'Only GET and HEAD are allowed here.');
    const picture = picturePath(url);
    return picture === null ? serveFile(bundle, url.pathname) : callServer(request, picture);
  };
}

function filterHeaders(response: Response): Response {
  const headers = new Headers(securityHeaders);
  for (const name of [...responseHeaders, 'x-enamel-queued', 'x-enamel-as-of']) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'");
  return new Response(response.body, { status: response.status, headers });
}

async function serveFile(bundle: string, pathname: string): Promise<Response> {
  const name = pathname === '/' ? 'index.html' : bundlePath(pathname);
  const type = name === null ? undefined : contentTypes[extname(name)];
  if (name === null || type === undefined) return errorResponse(404, 'not_found', 'That page doesn’t exist.');
  try {
    const bytes = await readFile(join(bundle, name));
    return new Response(new Uint8Array(bytes), {
      headers: {
        ...securityHeaders,
        'Content-Type': type,
        'Cache-Control': name.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-cache',
        ...(name.endsWith('.html') ? { 'Content-Security-Policy': PAGE_CSP } : {}),
      },
    });
  } catch {
    return errorResponse(404, 'not_found', 'That page doesn’t exist.');
  }
}
