import { lookup as dnsLookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from './addresses.ts';

/** A call that was not made or did not end well, with a sentence for the person who configured it. */
export class OutboundError extends Error {}

export interface Resolved {
  address: string;
  family: number;
}
export interface OutboundRules {
  /** Development only: plain http to this very machine is allowed. */
  allowLoopback: boolean;
  resolve?: (host: string) => Promise<Resolved[]>;
  timeoutMs?: number;
  maxBytes?: number;
}

const REFUSED = 'This endpoint is inside a private network, which is not allowed.';
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|corp)$/;

const lookUpAddresses = (host: string): Promise<Resolved[]> => dnsLookup(host, { all: true, verbatim: true });

/** What can be said about an endpoint without any network: throws unless it may be called. */
export function checkEndpoint(endpoint: string, { allowLoopback }: Pick<OutboundRules, 'allowLoopback'>): URL {
  if (!URL.canParse(endpoint)) throw new OutboundError('Please enter a full address that starts with https://.');
  // The parser turns decimal, octal and hexadecimal addresses into plain ones.
  const url = new URL(endpoint);
  const host = hostOf(url);
  const local = host === 'localhost' || isLoopback(host);
  if (allowLoopback && local && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  if (url.protocol !== 'https:') throw new OutboundError('The endpoint must start with https://.');
  if (url.username || url.password) throw new OutboundError('The endpoint must not hold a user name or password.');
  if (isIP(host) ? !isPublicAddress(host) : PRIVATE_NAMES.test(host)) throw new OutboundError(REFUSED);
  if (!isIP(host) && !host.includes('.')) throw new OutboundError(REFUSED);
  return url;
}

const hostOf = (url: URL): string =>
  url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

/** Every address behind the name must be allowed, and the one that is returned is the one to connect to. */
export async function resolveEndpoint(url: URL, rules: OutboundRules): Promise<Resolved> {
  const host = hostOf(url);
  const family = isIP(host);
  let found: Resolved[];
  try {
    found = family ? [{ address: host, family }] : await (rules.resolve ?? lookUpAddresses)(host);
  } catch {
    throw new OutboundError(`The name ${host} could not be found.`);
  }
  if (found.length === 0) throw new OutboundError(`The name ${host} could not be found.`);
  const allowed = ({ address }: Resolved) => isPublicAddress(address) || (rules.allowLoopback && isLoopback(address));
  if (!found.every(allowed)) throw new OutboundError(REFUSED);
  return found[0]!;
}

export interface OutboundAnswer {
  status: number;
  text: string;
}

/**
 * One POST of JSON to an endpoint someone typed in. The name is resolved once, every address checked, and the
 * connection made to just that address; redirects are not followed; size and time are limited as a whole.
 */
export async function postJson(
  endpoint: string,
  headers: Record<string, string>,
  body: unknown,
  rules: OutboundRules,
  signal?: AbortSignal,
): Promise<OutboundAnswer> {
  const url = checkEndpoint(endpoint, rules);
  const { address, family } = await resolveEndpoint(url, rules);
  const timeoutMs = rules.timeoutMs ?? 60_000;
  const payload = Buffer.from(JSON.stringify(body));
  const late = AbortSignal.timeout(timeoutMs);
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Content-Length': payload.length,
    },
    // The name stays for TLS and the Host header; the address is the one that was checked.
    lookup: (_host, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
    signal: signal ? AbortSignal.any([signal, late]) : late,
  };
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  try {
    return await new Promise((done, fail) => {
      const sent = request(url, options, (response) => {
        if (response.statusCode! >= 300 && response.statusCode! < 400) {
          response.destroy();
          fail(
            new OutboundError(
              'The provider answered with a redirect, which is not followed. Please enter the final address.',
            ),
          );
          return;
        }
        readAll(response, rules.maxBytes ?? 1_000_000).then(
          (text) => done({ status: response.statusCode!, text }),
          fail,
        );
      });
      sent.on('error', fail);
      sent.end(payload);
    });
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    if (signal?.aborted) throw error;
    if (late.aborted)
      throw new OutboundError(`The provider did not answer within ${Math.round(timeoutMs / 1000)} seconds.`);
    throw new OutboundError(
      `The provider could not be reached (${(error as NodeJS.ErrnoException).code ?? 'connection failed'}).`,
    );
  }
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) {
      response.destroy();
      throw new OutboundError('The provider answered with far more than was asked for.');
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
