import type { ErrorBody } from '#contract/endpoint.ts';
import type { Work } from '#shared/proof-of-work.ts';

/** An error with a sentence for the user. Any other error is a bug and becomes a plain 500 or 503. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly headers: Record<string, string>;
  readonly now: Record<string, unknown> | undefined;
  readonly work: Work | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    extra: {
      fields?: Record<string, string> | undefined;
      headers?: Record<string, string>;
      now?: Record<string, unknown>;
      work?: Work;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = extra.fields;
    this.headers = extra.headers ?? {};
    this.now = extra.now;
    this.work = extra.work;
  }
  body(): ErrorBody {
    return {
      error: this.code,
      message: this.message,
      ...(this.fields ? { fields: this.fields } : {}),
      ...(this.now ? { now: this.now } : {}),
      ...(this.work ? { work: this.work } : {}),
    };
  }
}

export const badRequest = (message: string, fields?: Record<string, string>) =>
  new Refusal(400, 'bad_request', message, { fields });
export const unauthorized = (message = 'Please log in to continue.') => new Refusal(401, 'unauthorized', message);
export const forbidden = (message = 'You do not have access to this.', code = 'forbidden') =>
  new Refusal(403, code, message);
export const notFound = (message = 'We couldn’t find what you asked for.') => new Refusal(404, 'not_found', message);
export const conflict = (message: string, code = 'conflict') => new Refusal(409, code, message);
export const tooMany = (seconds: number, message = 'Too many attempts. Please wait a moment and try again.') =>
  new Refusal(429, 'too_many_requests', message, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
  });
export const unavailable = (
  message = 'The service is busy. Please try again in a moment.',
  seconds = 2,
  code = 'unavailable',
) => new Refusal(503, code, message, { headers: { 'Retry-After': String(seconds) } });

const BAD_VALUES = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05', '23502', '23514']);
/** The disk of the database or of this server is full. */
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const READ_ONLY = new Set(['25006', 'EROFS']);
/** The database ended the connection: it stops, crashed, or its network broke. */
const CONNECTION_LOST = new Set(['57P01', '57P02', '57P05', '08000', '08003', '08006', '08007', 'ECONNRESET', 'EPIPE']);
/** The database isn't up, or not yet. */
const DATABASE_UNREACHABLE = new Set(['57P03', '08001', '08004', 'ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']); // prettier-ignore

/** A database whose disk is full can end all connections. Its errors don't say so then, but an earlier one did. */
const FULL_DISK_MS = 60_000;
let lastFullDiskAt = -Infinity;

const storageFull = () => new Refusal(507, 'storage_full', 'We’re out of storage space. Please try again later.');
function lostConnection(sentence: string): Refusal {
  if (performance.now() - lastFullDiskAt > FULL_DISK_MS) lastFullDiskAt = -Infinity;
  return lastFullDiskAt === -Infinity ? unavailable(sentence, 2) : storageFull();
}
const connectionLost = () =>
  lostConnection('The database stopped while it worked on this. Please try again in a moment.');
const unreachable = () => lostConnection('We can’t reach the database. Please try again in a moment.');

/** Converts any error to a refusal; null means a bug of ours. */
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  const { code, type, status } = error as Error & { code?: string; type?: string; status?: number };
  if (type === 'entity.too.large') return new Refusal(413, 'too_large', 'Your request is too large.');
  if (type === 'entity.parse.failed') return badRequest('The request is not valid JSON.');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return new Refusal(415, 'unsupported_media_type', 'Please send JSON as UTF-8.');
  if (type === 'request.aborted' || type === 'request.size.invalid') return badRequest('The request was incomplete.');
  if (error instanceof URIError) return badRequest('This address is not valid.');
  if (typeof code === 'string') {
    if (BAD_VALUES.has(code)) return badRequest('We can’t store one of these values. Please check them and try again.');
    if (code.startsWith('23')) return conflict('This conflicts with existing data.');
    if (code === '40001' || code === '40P01' || code === '55P03')
      return unavailable('Someone else is changing this right now. Please try again.', 1);
    if (READ_ONLY.has(code))
      return unavailable('The site is read-only at the moment. Please try again later.', 30, 'read_only');
    if (DISK_FULL.has(code)) {
      if (code === '53100') lastFullDiskAt = performance.now();
      return storageFull();
    }
    // Index entries and rows have size limits of their own, below a column's.
    if (code === '54000') return badRequest('One of these values is too long. Please shorten it.');
    if (code.startsWith('53') || code === '58030')
      return unavailable('The database is overloaded. Please try again in a moment.', 5);
    if (code === '57014') return unavailable('This took too long and was stopped. Please try again.', 2);
    if (CONNECTION_LOST.has(code)) return connectionLost();
    if (DATABASE_UNREACHABLE.has(code)) return unreachable();
  }
  if (
    /Connection terminated unexpectedly|Client has encountered a connection error|Connection ended/.test(error.message)
  )
    return connectionLost();
  if (
    error.name === 'KnexTimeoutError' ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
    return unreachable();
  // body-parser and Express raise errors that carry a 4xx status (bad lengths, bad percent-encoding).
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal(status, 'bad_request', 'The request is not valid.');
  return null;
}

/** Ignores a failed incidental write when the database is read-only, full, or unreachable. */
export async function ifPossible<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal?.status === 503 || refusal?.status === 507) return undefined;
    throw error;
  }
}
