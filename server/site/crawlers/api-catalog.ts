import type { Config } from '#server/base/config.ts';

const PROFILE = 'https://www.rfc-editor.org/info/rfc9727';
export const CATALOG_PATH = '/.well-known/api-catalog';
export const CATALOG_TYPE = `application/linkset+json; profile="${PROFILE}"`;

/** The catalog of RFC 9727: each API, with where it is described. */
export function apiCatalog({ MCP_SERVER, PUBLIC_URL: base }: Pick<Config, 'MCP_SERVER'> & { PUBLIC_URL: string }) {
  const html = (path: string) => [{ href: base + path, type: 'text/html' }];
  const policies = { 'terms-of-service': html('/terms'), 'privacy-policy': html('/privacy') };
  const api = {
    anchor: `${base}/api`,
    'service-desc': [{ href: `${base}/api/docs.json`, type: 'application/json' }],
    'service-doc': html('/api/docs'),
    status: [{ href: `${base}/readyz`, type: 'application/json' }],
    ...policies,
  };
  const mcp = { anchor: `${base}/mcp`, 'service-doc': html('/mcp'), ...policies };
  const apis = MCP_SERVER ? [api, mcp] : [api];
  return {
    linkset: [{ anchor: base + CATALOG_PATH, item: apis.map(({ anchor }) => ({ href: anchor })) }, ...apis],
  };
}
