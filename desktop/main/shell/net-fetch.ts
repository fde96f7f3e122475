type Fetch = (url: string, init: RequestInit & { duplex?: 'half' }) => Promise<Response>;

/**
 * Makes Electron's fetch resolve with a redirect, as the standard's `redirect: 'manual'` does, because Electron rejects
 * instead. A captive portal would otherwise look like a server that doesn't answer.
 */
export function resolveRedirects(netFetch: Fetch): Fetch {
  return (url, init) =>
    netFetch(url, init).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('Redirect was cancel'))
        return new Response(null, { status: 302 });
      throw error;
    });
}

const certificateProblems: Record<string, string> = {
  ERR_CERT_DATE_INVALID: 'This server’s certificate has expired, or this computer’s clock is wrong.',
  ERR_CERT_AUTHORITY_INVALID: 'This computer doesn’t trust this server’s certificate. Ask your administrator.',
  ERR_CERT_REVOKED: 'This server’s certificate was revoked. Ask your administrator.',
};

/** Describes the problem with a server's certificate, which names `owner`; null for every other error. */
export function describeCertificateProblem(error: unknown, hostname: string, owner: string | null): string | null {
  const [name] = /ERR_CERT_\w+|ERR_SSL_\w+/.exec(error instanceof Error ? error.message : '') ?? [];
  if (name === 'ERR_CERT_COMMON_NAME_INVALID')
    return `This server’s certificate is for ${owner || 'another address'}, not ${hostname}.`;
  return name === undefined ? null : (certificateProblems[name] ?? 'The connection to this server isn’t secure.');
}

/** True if a proxy asked for a login that it didn't get. Chromium reports a tunnel that was refused this way, too. */
export const isProxyLoginError = (error: unknown): boolean =>
  error instanceof Error && /ERR_PROXY_AUTH_\w+|ERR_TUNNEL_CONNECTION_FAILED/.test(error.message);
