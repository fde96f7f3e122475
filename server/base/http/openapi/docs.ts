import type { Route } from '../serve.ts';

const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** The HTML page at /api/docs that lists every call. /api/docs.json is the same list as OpenAPI. */
export function docsPage(routes: Route[], nonce: string, brand: string): string {
  const sections = [...grouped(routes)].map(
    ([name, list]) =>
      `<section><h2>${escape(name)}</h2><table><tbody>${list
        .map(
          ({ endpoint: e, guard }) =>
            `<tr><td><b class="${e.method}">${e.method}</b></td><td><code>${escape(e.path.replace(/:(\w+)/g, '{$1}'))}</code></td><td>${escape(e.summary)}</td><td>${escape(guard.name)}</td></tr>`,
        )
        .join('')}</tbody></table></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>API · ${escape(brand)}</title>
<style nonce="${nonce}">:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:68rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}td{padding:.4rem .6rem;border-top:1px solid color-mix(in srgb,currentColor 15%,transparent);vertical-align:top}td:first-child{width:5rem}td:last-child{opacity:.7;white-space:nowrap}code{overflow-wrap:anywhere}b{font-size:.8rem}h2{text-transform:capitalize;margin:2rem 0 .5rem}</style>
<h1>The ${escape(brand)} API</h1><p>${routes.length} calls. Machine-readable: <a href="/api/docs.json">OpenAPI 3.0</a>. Errors are JSON with <code>error</code>, <code>message</code>, and, when a field is invalid, <code>fields</code>.</p>${sections.join('')}</html>`;
}

const groupOf = (route: Route) =>
  route.endpoint.path
    .split('/')
    .slice(2, route.endpoint.path.startsWith('/api/admin') ? 4 : 3)
    .join(' ') || 'pages';
function grouped(routes: Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(groupOf(route), [...(groups.get(groupOf(route)) ?? []), route]);
  return groups;
}
