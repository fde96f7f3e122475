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
export function helpPage(publicUrl: string, nonce: string, brand: string): string {
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
