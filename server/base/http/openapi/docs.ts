import { readFileSync } from 'node:fs';
import { scopeOf } from '#shared/accounts/api-calls.ts';
import { apiScopes, scopeLabels } from '#shared/accounts/api-scopes.ts';
import { RETRY_DAYS, SECRET_OVERLAP_HOURS, webhookEvents } from '#shared/accounts/webhook-events.ts';
import type { Route } from '../serve.ts';
import { escapeHtml } from '#server/base/escape-html.ts';

/** The script of the page, which sends a call with a key. */
const script = readFileSync(new URL('docs-page.js', import.meta.url), 'utf8');

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:68rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td{padding:.4rem .6rem;border-top:1px solid color-mix(in srgb,currentColor 15%,transparent);vertical-align:top}
td:first-child{width:5rem}td:nth-child(4){opacity:.8}code,pre{overflow-wrap:anywhere}b{font-size:.8rem}h2{text-transform:capitalize;margin:2rem 0 .5rem}
form{display:grid;gap:.75rem;padding:1rem;border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.5rem}
label{display:grid;gap:.25rem}input,select,textarea,button{font:inherit;padding:.4rem .6rem;max-width:100%;box-sizing:border-box}button{justify-self:start}
pre{max-height:30rem;overflow:auto;padding:1rem;background:color-mix(in srgb,currentColor 6%,transparent);white-space:pre-wrap}
@media (width < 48rem){td{display:block;border:0;padding:.1rem 0}tr{display:block;padding:.6rem 0;border-top:1px solid color-mix(in srgb,currentColor 15%,transparent)}}`;

const tryForm = `<section><h2 id="try">Try a call</h2><p>Create a key on <a href="/account#api-keys">your account page</a>, then send a call. The key stays in this tab and is sent to this site only.</p>
<form method="post" id="try-form"><label>API key<input id="try-key" type="password" autocomplete="off" spellcheck="false" placeholder="enk_…"></label>
<label>Call<select id="try-call"></select></label><div id="try-fields"></div><button id="try-send" disabled>Send</button></form><div id="try-result" aria-live="polite"></div></section>`;

const eventList = Object.values(webhookEvents)
  .map((types) => `<li>${types.map((type) => `<code>${type}</code>`).join(', ')}</li>`)
  .join('');
const webhooks = `<section><h2 id="webhooks">Webhooks</h2><p>Add your server’s address on <a href="/account#webhooks">your account page</a>, and it gets a POST when something changes: <code>{"id": "evt_…", "type": "listing.updated", "createdAt": "…", "data": {"listingId": 12, "fields": ["phone"], "url": "…/api/dentists/12"}}</code>. An event has ids, and <code>url</code> is the call or page with the values.</p><ul>${eventList}<li><code>webhook.test</code></li></ul>
<p>The header <code>directory-signature</code> is <code>t=SECONDS,v1=HEX</code>. The HEX is the HMAC-SHA256 of the time, a dot, and the body as it was sent, with the whole secret as the key. Stripe’s packages check it: <code>stripe.webhooks.constructEvent(body, header, secret)</code>. For ${SECRET_OVERLAP_HOURS} hours after you replace a secret there are two <code>v1</code>, and either may match.</p>
<p>Answer with a status from 200 to 299 within 10 seconds. Otherwise we try again for ${RETRY_DAYS} days, and the later events of the same subject wait. An event can come twice with the same <code>id</code>. If every attempt fails for ${RETRY_DAYS} days, we turn the webhook off and email you.</p></section>`;

/** The HTML page at /api/docs, which lists every call and sends some. /api/docs.json is the same list as OpenAPI. */
export function docsPage(routes: Route[], nonce: string, brand: string): string {
  const sections = [...grouped(routes)].map(
    ([name, list]) =>
      `<section><h2>${escapeHtml(name)}</h2><table><tbody>${list
        .map(({ endpoint: e, guard }) => {
          const scope = scopeOf.get(`${e.method} ${e.path}`);
          return `<tr><td><b class="${e.method}">${e.method}</b></td><td><code>${escapeHtml(e.path.replace(/:(\w+)/g, '{$1}'))}</code></td><td>${escapeHtml(e.summary)}</td><td>${escapeHtml(guard.name)}${scope ? ` · key: <code>${scope}</code>` : ''}</td></tr>`;
        })
        .join('')}</tbody></table></section>`,
  );
  const scopes = apiScopes
    .map(
      (scope) =>
        `<li><code>${scope}</code>: ${escapeHtml(scopeLabels[scope].label)}. ${escapeHtml(scopeLabels[scope].hint)}</li>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>API · ${escapeHtml(brand)}</title>
<style nonce="${nonce}">${style}</style>
<h1>The ${escapeHtml(brand)} API</h1><p>${routes.length} calls. Machine-readable: <a href="/api/docs.json">OpenAPI 3.0</a>. Errors are JSON with <code>error</code>, <code>message</code>, and, when a field is invalid, <code>fields</code>.</p>
<section><h2 id="keys">API keys</h2><p>Send a key as <code>Authorization: Bearer enk_…</code>. A call acts as the key’s owner, and only within the key’s scopes. Every reply has <code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code>, and <code>RateLimit-Reset</code>. Beyond the limit, the reply is 429 with <code>Retry-After</code>.</p><ul>${scopes}</ul></section>
<section><h2 id="feed">Partner feed</h2><p><code>GET /api/v1/practices/bulk</code> downloads all practices. Keep its <code>X-As-Of</code>, and send it as <code>updatedSince</code> to <code>GET /api/v1/practices</code> for what changed since. Follow <code>nextCursor</code> until it is null. With <code>If-None-Match</code>, the reply is 304 while nothing has changed.</p><p>Version 1 only gains fields and calls. If a version 2 replaces it, version 1 works for at least 12 more months, and says so in the headers <code>Deprecation</code> and <code>Sunset</code>.</p></section>
${webhooks}${tryForm}${sections.join('')}<script nonce="${nonce}">${script}</script></html>`;
}

const groupOf = (route: Route) =>
  route.endpoint.path
    .split('/')
    .slice(2, /^\/api\/(?:admin|v1)/.test(route.endpoint.path) ? 4 : 3)
    .join(' ') || 'pages';
function grouped(routes: Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>();
  for (const route of routes) groups.set(groupOf(route), [...(groups.get(groupOf(route)) ?? []), route]);
  return groups;
}
