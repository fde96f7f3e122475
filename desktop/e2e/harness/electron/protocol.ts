import { isReady, requireReady } from './state.ts';

type Handler = Parameters<Electron.Protocol['handle']>[1];
const handlers = new Map<string, Handler>();
const privileges = new Map<string, Electron.Privileges>();

export const protocol = {
  /** Works once, before the app is ready. */
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (isReady.value) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges: granted = {} } of schemes) {
      if (granted.codeCache && !granted.standard)
        throw new Error('Code cache can only be enabled when the custom scheme is registered as standard scheme.');
      privileges.set(scheme, granted);
    }
  },
  handle(scheme: string, handler: Handler): void {
    requireReady('protocol.handle');
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle' | 'isProtocolHandled'>;

export interface PageRequest {
  url: string;
  method: string;
  headers: [string, string][];
  body?: ReadableStream<Uint8Array> | undefined;
}

/**
 * Calls a handler as Electron does: without the page's signal, without an opaque origin, and with an error in place of an invalid
 * response. Null means that the page sees a network error.
 */
export async function askProtocol(request: PageRequest): Promise<Response | null> {
  const scheme = new URL(request.url).protocol.slice(0, -1);
  const handler = handlers.get(scheme);
  if (!handler) return null;
  const headers = new Headers(request.headers);
  const granted = privileges.get(scheme) ?? {};
  const origin = headers.get('origin');
  // Without the standard privilege the page's origin is opaque, and without supportFetchAPI it can't fetch.
  if (origin !== null && !granted.standard) headers.delete('origin');
  if (headers.get('sec-fetch-mode') === 'cors' && !granted.supportFetchAPI) return null;
  const { url, method, body } = request;
  const init = { method, headers, ...(body ? { body, duplex: 'half' } : {}) };
  try {
    const response = await handler(new Request(url, init as RequestInit));
    return response?.type === 'error' || typeof response?.status !== 'number' ? null : response;
  } catch (error) {
    console.error(error);
    return null;
  }
}

export const answersPage = async (url: string): Promise<boolean> =>
  (await askProtocol({ url, method: 'GET', headers: [] })) !== null;
