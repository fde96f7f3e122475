import { hostHeaderValidation } from '@modelcontextprotocol/sdk/server/middleware/hostHeaderValidation.js';
import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { clientNetwork } from '#server/base/http/limits/client-network.ts';
import { enforceLimits } from '#server/base/http/limits/limits.ts';
import type { Deps } from '#server/base/http/context.ts';
import { asRefusal, badRequest, forbidden, notFound, Refusal } from '#server/base/http/errors.ts';
import { nonceOf } from '#server/base/http/headers.ts';
import { createContext, type Route } from '#server/base/http/serve.ts';
import { tools } from './tools.ts';
import { escapeHtml } from '#server/base/escape-html.ts';

/** How people add the server to the clients that are common now. */
const clientsFor = (url: string): [client: string, how: string, code: string][] => [
  ['Claude', 'Settings, Connectors, Add custom connector. Enter this address, without a login.', url],
  ['ChatGPT', 'Turn on developer mode, add a connector with this address, and choose no authentication.', url],
  ['Claude Code', 'In a terminal:', `claude mcp add --transport http enamel ${url}`],
  ['Gemini CLI', 'In a terminal:', `gemini mcp add --transport http enamel ${url}`],
  ['VS Code', 'In .vscode/mcp.json:', `{ "servers": { "enamel": { "type": "http", "url": "${url}" } } }`],
  ['Cursor', 'In ~/.cursor/mcp.json:', `{ "mcpServers": { "enamel": { "url": "${url}" } } }`],
  ['MCP Inspector', 'In a terminal, to try the tools:', `npx @modelcontextprotocol/inspector --transport http --server-url ${url}`],
]; // prettier-ignore

/** The page that browsers get at /mcp: what assistants can ask, and how to add the server. */
function helpPage(publicUrl: string, nonce: string, brand: string): string {
  const list = tools
    .map(({ name, description }) => `<li><code>${name}</code> ${escapeHtml(description)}</li>`)
    .join('');
  const clients = clientsFor(`${publicUrl}/mcp`)
    .map(([client, how, code]) => `<h3>${client}</h3><p>${escapeHtml(how)}</p><pre>${escapeHtml(code)}</pre>`)
    .join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>For assistants · ${escapeHtml(brand)}</title>
<style nonce="${nonce}">:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:44rem;margin:2rem auto;padding:0 1rem}pre{overflow-x:auto;padding:.75rem;border:1px solid color-mix(in srgb,currentColor 20%,transparent)}h2{margin-top:2rem}</style>
<main><h1>${escapeHtml(brand)} for assistants</h1><p>Assistants search this directory through an MCP server at <code>${escapeHtml(publicUrl)}/mcp</code>. It only reads, needs no account, and has the limits of the website.</p>
<h2>Tools</h2><ul>${list}</ul>
<p>Each fact has a value, a source, and a date. <code>known: false</code> means that it has not been stated, which is not a no.</p>
<h2>Add it to your client</h2>${clients}
<h2>More for programs</h2><ul><li><a href="/api/docs">The API</a></li><li><a href="/.well-known/api-catalog">API catalog</a></li><li><a href="/llms.txt">llms.txt</a></li><li><a href="/feed.xml">New articles as RSS</a></li></ul></main></html>`;
}

const MAX_BODY = 20_000;
/** The code that JSON-RPC leaves to servers. */
const SERVER_ERROR = -32_000;

/** Loads the SDK with the first message, because it would make each start a fifth of a second longer. */
const loadSdk = () =>
  Promise.all([import('./mcp-server.ts'), import('@modelcontextprotocol/sdk/server/streamableHttp.js')]);

/** Serves MCP at /mcp for anonymous callers, without sessions: one POST is one message and one JSON reply. */
export function mcpRouter(deps: Deps, routes: Route[]): Router {
  const router = Router({ caseSensitive: true });
  if (!deps.config.MCP_SERVER) {
    router.use('/mcp', (_req, _res, next) => next(notFound('This directory has no MCP server.')));
    return router;
  }
  const { hostname, origin } = new URL(deps.config.PUBLIC_URL);
  router.use('/mcp', hostHeaderValidation([hostname, 'localhost', '127.0.0.1', '[::1]']));
  router.get('/mcp', (req, res, next) => {
    // A client that asks for a stream gets the answer of the specification: there is none.
    if (req.accepts(['json', 'html']) !== 'html') return next(wrongMethod());
    res
      .vary('Accept')
      .set('Cache-Control', 'public, max-age=3600')
      .type('html')
      .send(helpPage(deps.config.PUBLIC_URL, nonceOf(res), deps.settings.brand));
  });
  const readJson = express.json({ limit: MAX_BODY });
  router.post('/mcp', (req, res, next) => {
    res.locals.route = '/mcp';
    res.set('Cache-Control', 'no-store');
    // Pages of other sites can't use the server through a visitor's browser, even if their name leads to this address.
    if (![undefined, origin].includes(req.get('origin')))
      return next(forbidden('This request came from another site, so it was refused.', 'cross_site'));
    const limit = { key: clientNetwork(req.ip ?? ''), hits: deps.config.LIMIT_API.hits };
    enforceLimits(deps, 'LIMIT_API', [limit])
      .then(() => readJson(req, res, (error?: unknown) => (error ? next(error) : answer(req, res).catch(next))))
      .catch(next);
  });
  router.all('/mcp', (_req, _res, next) => next(wrongMethod()));
  router.use('/mcp', refuse);
  return router;

  async function answer(req: Request, res: Response): Promise<void> {
    // A request counts once, so a batch would be a way around the limit.
    if (Array.isArray(req.body)) throw badRequest('Please send one message in a request, not a batch.');
    const [{ createMcpServer }, { StreamableHTTPServerTransport }] = await loadSdk();
    const disconnect = new AbortController();
    const mcp = createMcpServer(routes, createContext(deps, req, null, disconnect.signal), deps.settings.brand);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    res.on('close', () => {
      disconnect.abort();
      mcp.close().catch((error: unknown) => deps.log.error({ err: error }, 'an MCP server did not close'));
    });
    await mcp.connect(transport as Parameters<typeof mcp.connect>[0]);
    await transport.handleRequest(req, res, req.body);
  }
}

const wrongMethod = (): Refusal =>
  new Refusal(405, 'method_not_allowed', 'MCP clients send POST here.', { headers: { Allow: 'POST' } });

/** Errors before the protocol begins, in its form. */
const refuse: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  const refusal = asRefusal(error);
  if (!refusal || res.headersSent) return next(error);
  res
    .set(refusal.headers)
    .status(refusal.status)
    .json({ jsonrpc: '2.0', error: { code: SERVER_ERROR, message: refusal.message }, id: null });
};
