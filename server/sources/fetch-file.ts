import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkEndpoint, openFile, OutboundError, type OutboundRules, type Sent } from '#server/articles/outbound.ts';
import { inspectFile, type SpooledFile } from '#server/bulk/read/spool.ts';
import type { SourceInfo } from '#shared/sources/sources.ts';

export interface FetchRules extends OutboundRules {
  /** Allows any host, for tests with servers of this machine. */
  anyHost?: boolean;
  /** The time of the whole download. */
  totalMs?: number;
  /** The pauses before each try to resume a broken download, as long as the tries bring nothing new. */
  pausesMs?: readonly number[];
}

/** The registry's monthly file has about 1 GB when it is zipped. */
const MAX_BYTES = 2 * 2 ** 30;
const TOTAL_MS = 2 * 3_600_000;
const PAUSES_MS = [1_000, 5_000, 20_000, 60_000];

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

class TooLarge extends OutboundError {}

/** True if a later connection may bring the rest. */
const isBroken = (error: unknown): boolean =>
  (error instanceof OutboundError && !(error instanceof TooLarge)) ||
  ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The header that identifies a version of a file. A weak ETag doesn't. */
function readValidator({ headers }: IncomingMessage): string | undefined {
  const { etag } = headers;
  return etag && !etag.startsWith('W/') ? etag : headers['last-modified'];
}

/**
 * Downloads to a path, and returns when the file was last changed. A broken download of a file resumes at its position, unless the file
 * has changed since or the server doesn't send parts; then it starts over.
 */
async function download(
  address: string,
  path: string,
  rules: FetchRules,
  sent: Sent & { signal: AbortSignal },
): Promise<string | undefined> {
  const maxBytes = rules.maxBytes ?? MAX_BYTES;
  const pauses = rules.pausesMs ?? PAUSES_MS;
  const tooLarge = () => new TooLarge(`The file is larger than ${Math.round(maxBytes / 2 ** 20).toLocaleString('en-US')} MB.`); // prettier-ignore
  let validator: string | undefined;
  let changed: string | undefined;
  let [bytes, most, fruitless] = [0, 0, 0];
  for (;;)
    try {
      const range = validator && bytes > 0 && { Range: `bytes=${bytes}-`, 'If-Range': validator };
      const response = await openFile(address, rules, { ...sent, headers: { ...sent.headers, ...range } });
      if (response.statusCode === 206) {
        if (!response.headers['content-range']?.startsWith(`bytes ${bytes}-`)) {
          response.destroy();
          // The next try asks for the whole file.
          validator = undefined;
          throw new OutboundError('The server sent another part of the file than we asked for.');
        }
      } else {
        // A part may lack these headers.
        validator = readValidator(response);
        changed = response.headers['last-modified'];
        bytes = 0;
      }
      if (bytes + Number(response.headers['content-length'] ?? 0) > maxBytes) {
        response.destroy();
        throw tooLarge();
      }
      const file = await open(path, bytes > 0 ? 'a' : 'w', 0o600);
      try {
        for await (const chunk of response as AsyncIterable<Buffer>) {
          if (bytes + chunk.length > maxBytes) throw tooLarge();
          await file.writeFile(chunk);
          bytes += chunk.length;
        }
      } finally {
        await file.close();
      }
      return changed;
    } catch (error) {
      fruitless = bytes > most ? 0 : fruitless + 1;
      most = Math.max(most, bytes);
      const isOver = most === 0 || fruitless === pauses.length || sent.body !== undefined;
      if (isOver || sent.signal.aborted || !isBroken(error)) throw error;
      await pause(pauses[fruitless], undefined, { signal: sent.signal });
    }
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
  const path = join(tmpdir(), `source-${randomBytes(12).toString('hex')}`);
  const remove = () => rm(path, { force: true });
  const timeout = AbortSignal.timeout(rules.totalMs ?? TOTAL_MS);
  try {
    const changed = Date.parse(
      (await download(address, path, rules, { ...(form && (await formatForm(form))), signal: timeout })) ?? '',
    );
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
