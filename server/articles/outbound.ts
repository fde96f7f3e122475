import { lookup as dnsLookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from './addresses.ts';

/** A call that was refused or failed. The message is for the person who configured the endpoint. */
export class OutboundError extends Error {}

interface Resolved {
  address: string;
  family: number;
}
export interface OutboundRules {
  /** For development: allows plain HTTP to this machine. */
  allowLoopback: boolean;
  resolve?: (host: string) => Promise<Resolved[]>;
  timeoutMs?: number;
  maxBytes?: number;
  /** The status alone counts: a longer, slower, or broken reply is cut. */
  cutsReply?: boolean;
}

const REFUSED = 'This endpoint is in a private network, which is not allowed.';
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|corp)$/;

const lookUpAddresses = (host: string): Promise<Resolved[]> => dnsLookup(host, { all: true, verbatim: true });

/** Checks an endpoint without using the network, and throws if it may not be called. */
export function checkEndpoint(endpoint: string, { allowLoopback }: Pick<OutboundRules, 'allowLoopback'>): URL {
  if (!URL.canParse(endpoint)) throw new OutboundError('Please enter a full address that starts with https://.');
  // The parser normalizes decimal, octal, and hexadecimal addresses.
  const url = new URL(endpoint);
  const host = hostOf(url);
  const local = host === 'localhost' || isLoopback(host);
  if (allowLoopback && local && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  if (url.protocol !== 'https:') throw new OutboundError('The endpoint must start with https://.');
  if (url.username || url.password) throw new OutboundError('The endpoint must not contain a user name or password.');
  if (isIP(host) ? !isPublicAddress(host) : PRIVATE_NAMES.test(host)) throw new OutboundError(REFUSED);
  if (!isIP(host) && !host.includes('.')) throw new OutboundError(REFUSED);
  return url;
}

const hostOf = (url: URL): string =>
  url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

/** Resolves the name once. Every address must be allowed; the caller connects to the one returned. */
export async function resolveEndpoint(url: URL, rules: OutboundRules): Promise<Resolved> {
  const host = hostOf(url);
  const family = isIP(host);
  let addresses: Resolved[];
  try {
    addresses = family ? [{ address: host, family }] : await (rules.resolve ?? lookUpAddresses)(host);
  } catch {
    throw new OutboundError(`The name ${host} could not be resolved.`);
  }
  if (addresses.length === 0) throw new OutboundError(`The name ${host} could not be resolved.`);
  const isAllowed = ({ address }: Resolved) => isPublicAddress(address) || (rules.allowLoopback && isLoopback(address));
  if (!addresses.every(isAllowed)) throw new OutboundError(REFUSED);
  return addresses[0]!;
}

/** Connects to an address that was checked, but keeps the name for TLS and the Host header. */
async function connectTo(url: URL, rules: OutboundRules): Promise<Pick<RequestOptions, 'agent' | 'lookup'>> {
  const { address, family } = await resolveEndpoint(url, rules);
  return {
    agent: false,
    lookup: (_host, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
  };
}

const requestOf = ({ protocol }: URL) => (protocol === 'https:' ? httpsRequest : httpRequest);

export interface Sent {
  method?: string;
  headers?: Record<string, string | number>;
  body?: Buffer;
  /** Ends the request, also while its header is being received, which a server can make last. */
  signal?: AbortSignal;
}

/**
 * Sends a request by the rules of `postJson`, and returns the response of any status, unread. The timeout is for each wait, because
 * a file may be large.
 */
export async function openResponse(address: string, rules: OutboundRules, sent: Sent = {}): Promise<IncomingMessage> {
  const url = checkEndpoint(address, rules);
  const connection = await connectTo(url, rules);
  const { method = 'GET', headers = {}, body, signal } = sent;
  return new Promise((done, fail) => {
    const request = requestOf(url)(url, { ...connection, method, headers, ...(signal && { signal }) }, done);
    request.setTimeout(rules.timeoutMs ?? 60_000, () =>
      request.destroy(new OutboundError('The server stopped answering.')),
    );
    request.on('error', (error: NodeJS.ErrnoException) =>
      fail(
        error instanceof OutboundError
          ? error
          : new OutboundError(`The server could not be reached (${error.code ?? 'connection failed'}).`),
      ),
    );
    request.end(body);
  });
}

/** Opens a file on another server, or the range of it that the request asks for. It follows no redirects. */
export async function openFile(address: string, rules: OutboundRules, sent?: Sent): Promise<IncomingMessage> {
  const response = await openResponse(address, rules, sent);
  const isRange = response.statusCode === 206 && sent?.headers?.Range !== undefined;
  if (response.statusCode === 200 || isRange) return response;
  response.destroy();
  throw new OutboundError(
    response.statusCode! >= 300 && response.statusCode! < 400
      ? 'The server answered with a redirect, which we don’t follow. Please enter the final address.'
      : `The server answered with ${response.statusCode}.`,
  );
}

interface OutboundAnswer {
  status: number;
  text: string;
}

/**
 * Posts JSON to an endpoint that a person typed in. It connects only to an address that was checked, follows no redirects,
 * and limits the size and the total time of the response.
 */
export async function postJson(
  endpoint: string,
  headers: Record<string, string>,
  body: unknown,
  rules: OutboundRules,
  signal?: AbortSignal,
): Promise<OutboundAnswer> {
  const url = checkEndpoint(endpoint, rules);
  const connection = await connectTo(url, rules);
  const timeoutMs = rules.timeoutMs ?? 60_000;
  const payload = Buffer.from(JSON.stringify(body));
  const timeout = AbortSignal.timeout(timeoutMs);
  const options: RequestOptions = {
    ...connection,
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Content-Length': payload.length,
    },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  const request = requestOf(url);
  try {
    return await new Promise((done, fail) => {
      const sent = request(url, options, (response) => {
        if (response.statusCode! >= 300 && response.statusCode! < 400) {
          response.destroy();
          fail(
            new OutboundError(
              'The server answered with a redirect, which we don’t follow. Please enter the final address.',
            ),
          );
          return;
        }
        readAll(response, rules).then((text) => done({ status: response.statusCode!, text }), fail);
      });
      sent.on('error', fail);
      sent.end(payload);
    });
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    if (signal?.aborted) throw error;
    if (timeout.aborted)
      throw new OutboundError(`The server did not answer within ${Math.round(timeoutMs / 1000)} seconds.`);
    throw new OutboundError(
      `The server could not be reached (${(error as NodeJS.ErrnoException).code ?? 'connection failed'}).`,
    );
  }
}

async function readAll(response: IncomingMessage, { maxBytes = 1_000_000, cutsReply }: OutboundRules): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length;
      parts.push(part);
      if (size <= maxBytes) continue;
      response.destroy();
      if (cutsReply) break;
      throw new OutboundError('The server’s response was too large.');
    }
  } catch (error) {
    if (!cutsReply) throw error;
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8');
}
