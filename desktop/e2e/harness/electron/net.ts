/** Chromium's names for what Node's fetch reports. */
const networkErrors: Record<string, string> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
  UND_ERR_SOCKET: 'net::ERR_EMPTY_RESPONSE',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'net::ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'net::ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'net::ERR_CERT_AUTHORITY_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'net::ERR_CERT_COMMON_NAME_INVALID',
  CERT_HAS_EXPIRED: 'net::ERR_CERT_DATE_INVALID',
};

type NetFetch = (input: string, init?: RequestInit & { bypassCustomProtocolHandlers?: boolean }) => Promise<Response>;

export const net = {
  /** Follows redirects only with `follow`. The two other modes reject, with different messages. */
  async fetch(input: string, init: Parameters<NetFetch>[1] = {}): Promise<Response> {
    const { bypassCustomProtocolHandlers: _own, redirect = 'follow', ...rest } = init;
    let response: Response;
    try {
      response = await fetch(input, { ...rest, redirect: redirect === 'follow' ? 'follow' : 'manual' });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
      throw new Error(networkErrors[code] ?? 'net::ERR_FAILED', { cause: error });
    }
    if (redirect === 'follow' || response.status < 301 || response.status > 308 || response.status === 304)
      return response;
    await response.body?.cancel();
    throw new Error(
      redirect === 'error' ? "Attempted to redirect, but redirect policy was 'error'" : 'Redirect was cancelled',
    );
  },
  isOnline: (): boolean => true,
} satisfies { fetch: NetFetch; isOnline: Electron.Net['isOnline'] };
