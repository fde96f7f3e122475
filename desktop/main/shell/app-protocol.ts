import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { keptHeaders, sentHeaders } from '../../policy/answers.ts';
import { bundlePath } from '../../policy/files.ts';
import { apiPath, APP_ORIGIN, isOwnPage } from '../../policy/urls.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

const CONTENT_POLICY = [
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

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** A refusal in the shape every error of the API has. */
export const refusal = (status: number, error: string, message: string): Response =>
  Response.json({ error, message }, { status, headers: always });

export interface ApiCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  request: Request;
}

/**
 * Everything the page loads: its own bundle, and the API through `callApi`. A plain function of a request, so that it
 * runs the same behind Electron's protocol and behind a socket.
 */
export function appProtocol(bundle: string, callApi: (call: ApiCall) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (!isOwnPage(request.url)) return refusal(403, 'refused', 'This address is not the console’s.');
    // Another origin's page has no business here, whatever it asks for.
    const origin = request.headers.get('origin');
    if (origin !== null && origin !== APP_ORIGIN)
      return refusal(403, 'refused', 'This request came from another page.');
    const site = request.headers.get('sec-fetch-site');
    if (site !== null && site !== 'same-origin' && site !== 'none')
      return refusal(403, 'refused', 'This request came from another page.');
    if (url.pathname === '/api' || url.pathname.startsWith('/api/') || /^\/api%/i.test(url.pathname)) {
      const path = apiPath(url);
      if (path === null) return refusal(400, 'bad_request', 'This address is not valid.');
      const headers: Record<string, string> = {};
      for (const name of sentHeaders) {
        const value = request.headers.get(name);
        if (value !== null) headers[name] = value;
      }
      return trimmed(await callApi({ method: request.method, path, headers, request }));
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refusal(405, 'method_not_allowed', 'This can only be read.');
    return file(bundle, url.pathname);
  };
}

function trimmed(answer: Response): Response {
  const headers = new Headers(always);
  for (const name of [...keptHeaders, 'x-enamel-queued', 'x-enamel-as-of']) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'");
  return new Response(answer.body, { status: answer.status, headers });
}

async function file(bundle: string, pathname: string): Promise<Response> {
  const name = pathname === '/' ? 'index.html' : bundlePath(pathname);
  const type = name === null ? undefined : types[extname(name)];
  if (name === null || type === undefined) return refusal(404, 'not_found', 'There is no such page.');
  try {
    const bytes = await readFile(join(bundle, name));
    return new Response(new Uint8Array(bytes), {
      headers: {
        ...always,
        'Content-Type': type,
        'Cache-Control': name.startsWith('assets/') ? 'max-age=31536000, immutable' : 'no-cache',
        ...(name.endsWith('.html') ? { 'Content-Security-Policy': CONTENT_POLICY } : {}),
      },
    });
  } catch {
    return refusal(404, 'not_found', 'There is no such page.');
  }
}
