import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '#server/base/config.ts';

export const nonceOf = (res: Response): string => res.locals.nonce as string;

const POLICY = 'Content-Security-Policy';
/** Each response replaces this with its own nonce. */
const NONCE_MARK = 'NONCE';

/** The hashes of the inline scripts and style sheets of a page, such as 'sha256-…'. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/** Allows inline code by its hash instead of the nonce, so that one response can be sent to everyone. */
export function allowHashes(res: Response, { scripts, styles }: InlineHashes): void {
  const nonce = ` 'nonce-${nonceOf(res)}'`;
  const sources = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('');
  const policy = String(res.getHeader(POLICY))
    .replace(`script-src 'self'${nonce}`, `script-src 'self'${sources(scripts)}`)
    .replace(`style-src 'self'${nonce}`, `style-src 'self'${sources(styles)}`);
  res.setHeader(POLICY, policy);
}

/** Sets security headers with a new nonce per response. Only payment forms, sandboxed ads, and YouTube's player may be framed. */
export function securityHeaders(
  config: Pick<Config, 'production' | 'MAP_TILES_URL'> & { PUBLIC_URL: string },
): RequestHandler {
  const https = config.PUBLIC_URL.startsWith('https:');
  const tileOrigins = config.MAP_TILES_URL ? [new URL(config.MAP_TILES_URL.replaceAll(/\{[zxy]\}/g, '0')).origin] : [];
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        scriptSrc: ["'self'", `'nonce-${NONCE_MARK}'`, 'https://js.stripe.com'],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", `'nonce-${NONCE_MARK}'`],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...tileOrigins],
        fontSrc: ["'self'"],
        // MapLibre fetches pictures of tiles.
        connectSrc: ["'self'", 'https://api.stripe.com', ...tileOrigins],
        frameSrc: [
          "'self'",
          'blob:',
          'https://js.stripe.com',
          'https://hooks.stripe.com',
          'https://www.youtube-nocookie.com',
        ],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        reportUri: ['/api/csp-report'],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const { [POLICY]: policy = '', ...headers } = recordHeaders(protect);
  const policyParts = policy.split(NONCE_MARK);
  const fixedHeaders = Object.entries({
    ...headers,
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), payment=(self "https://js.stripe.com")',
  });
  return (_req, res, next) => {
    const nonce = randomBytes(16).toString('base64');
    res.locals.nonce = nonce;
    for (const [name, value] of fixedHeaders) res.setHeader(name, value);
    res.setHeader(POLICY, policyParts.join(nonce));
    next();
  };
}

/** Reads the headers once that helmet sets, because it would compute the same ones for each response. */
function recordHeaders(protect: ReturnType<typeof helmet>): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: () => undefined,
  };
  protect({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error as Error;
  });
  return headers;
}
