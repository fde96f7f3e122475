import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { createProbe, type ProbeAnswer } from '#server/base/http/probe.ts';
import type { Secrets } from '#server/base/http/context.ts';
import { NotChecked } from './finding.ts';

const WAIT_MS = 5_000;
const MAX_BODY = 10_000;

export interface PublicReply {
  status: number;
  location: string | undefined;
  /** The time of the Date header, and ours in the middle of the request. */
  date: number | null;
  askedAt: number;
  /** Absent if another program answered, or a server with another SECRET_KEY. */
  probe: ProbeAnswer | undefined;
}

interface Certificate {
  validTo: number;
  /** The code of OpenSSL or Node, such as DEPTH_ZERO_SELF_SIGNED_CERT. Null if browsers accept it. */
  problem: string | null;
}

/** Asks the server at PUBLIC_URL how the request reached it. Accepts any certificate, which has a check of its own. */
export async function askPublicUrl(
  publicUrl: string | undefined,
  secret: Secrets,
  readTime: () => number,
): Promise<PublicReply> {
  if (publicUrl === undefined) throw new NotChecked('PUBLIC_URL isn’t set.');
  const url = new URL(`${publicUrl}/healthz`);
  const begun = readTime();
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const options = { headers: createProbe(secret), agent: false, signal: AbortSignal.timeout(WAIT_MS) };
    const sent =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, rejectUnauthorized: false }, done)
        : requestHttp(url, options, done);
    sent.on('error', fail);
    sent.end();
  });
  const askedAt = (begun + readTime()) / 2;
  const date = Date.parse(response.headers.date ?? '');
  return {
    status: response.statusCode!,
    location: response.headers.location,
    date: Number.isNaN(date) ? null : date,
    askedAt,
    probe: await readProbe(response),
  };
}

async function readProbe(response: IncomingMessage): Promise<ProbeAnswer | undefined> {
  let text = '';
  for await (const part of response.setEncoding('utf8') as AsyncIterable<string>) {
    text += part;
    if (text.length > MAX_BODY) return undefined;
  }
  try {
    return (JSON.parse(text) as { probe?: ProbeAnswer }).probe;
  } catch {
    return undefined;
  }
}

export async function readCertificate(address: URL): Promise<Certificate> {
  const socket = await new Promise<TLSSocket>((done, fail) => {
    const host = address.hostname.replace(/^\[|\]$/g, '');
    const servername = isIP(host) ? {} : { servername: host };
    const port = Number(address.port || 443);
    const opened = connect({ host, ...servername, port, rejectUnauthorized: false }, () => done(opened));
    opened.setTimeout(WAIT_MS, () => opened.destroy(new Error('it didn’t answer in time')));
    opened.on('error', fail);
  });
  const problem = socket.authorized ? null : String(socket.authorizationError ?? 'unknown');
  const validTo = Date.parse(socket.getPeerCertificate().valid_to);
  socket.destroy();
  return { validTo, problem };
}
