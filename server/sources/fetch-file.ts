import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkEndpoint, openFile, OutboundError, type OutboundRules } from '#server/articles/outbound.ts';
import { inspectFile, type SpooledFile } from '#server/bulk/read/spool.ts';
import type { SourceInfo } from '#shared/sources/sources.ts';

export interface FetchRules extends OutboundRules {
  /** Allows any host, for tests with servers of this machine. */
  anyHost?: boolean;
  /** The time of the whole download. */
  totalMs?: number;
}

/** The registry's monthly file has about 1 GB when it is zipped. */
const MAX_BYTES = 2 * 2 ** 30;
const TOTAL_MS = 2 * 3_600_000;

/** Checks without using the network whether a source may be fetched from an address, and throws if not. */
export function checkAddress(address: string, info: SourceInfo, rules: FetchRules): URL {
  const url = checkEndpoint(address, rules);
  const isAllowed = info.hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  if (!isAllowed && !rules.anyHost)
    throw new OutboundError(`${info.name} is fetched only from ${info.hosts.join(' and ')}.`);
  return url;
}

async function formatForm(form: FormData) {
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = { 'Content-Type': encoded.headers.get('content-type')!, 'Content-Length': body.length };
  return { method: 'POST', headers, body };
}

interface FetchedFile {
  file: SpooledFile;
  /** The day on which the publisher last changed the file, if it says so. */
  changedOn: string | null;
}

/**
 * Downloads a file of a source, or its reply to a form. It follows no redirects, and ends a download that is too large, too slow, or
 * stalled.
 */
export async function fetchFile(
  address: string,
  info: SourceInfo,
  rules: FetchRules,
  form?: FormData,
): Promise<FetchedFile> {
  const url = checkAddress(address, info, rules);
  const maxBytes = rules.maxBytes ?? MAX_BYTES;
  const tooLarge = () =>
    new OutboundError(`The file is larger than ${Math.round(maxBytes / 2 ** 20).toLocaleString('en-US')} MB.`);
  const path = join(tmpdir(), `source-${randomBytes(12).toString('hex')}`);
  const remove = () => rm(path, { force: true });
  const timeout = AbortSignal.timeout(rules.totalMs ?? TOTAL_MS);
  try {
    const response = await openFile(address, rules, { ...(form && (await formatForm(form))), signal: timeout });
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
      response.destroy();
      throw tooLarge();
    }
    let bytes = 0;
    const limit = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        done(bytes > maxBytes ? tooLarge() : null, chunk);
      },
    });
    await pipeline(response, limit, createWriteStream(path, { mode: 0o600 }), { signal: timeout });
    const changed = Date.parse(response.headers['last-modified'] ?? '');
    const name = form ? `${info.key}.csv` : basename(url.pathname);
    const file = await inspectFile(path, name || `${info.key}.csv`);
    return {
      file: { ...file, remove: () => Promise.all([file.remove(), remove()]).then(() => undefined) },
      changedOn: Number.isNaN(changed) ? null : new Date(changed).toISOString().slice(0, 10),
    };
  } catch (error) {
    await remove();
    if (timeout.aborted) throw new OutboundError('The download took too long.');
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET')
      throw new OutboundError('The server stopped answering.');
    throw error;
  }
}
