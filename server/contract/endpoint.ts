import { z } from 'zod';
import { work } from './work.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An API call as data. Routes, validation, client types, and OpenAPI derive from it. */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  method: Method;
  path: string;
  summary: string;
  params: P;
  query: Q;
  body: B;
  /** The body as OpenAPI describes it. */
  bodyShown: z.ZodType;
  /** The JSON response. Unknown keys are dropped, so that no column leaks by accident. */
  reply: R;
  /** Error codes beyond the common ones, with their status. */
  errors: Record<string, number>;
  /** The maximum body size in bytes. */
  limit: number;
  /** The content type of a response that the handler streams. */
  streams?: string;
  /** A file that browsers save. A POST to the same path returns a link to it. */
  download?: boolean;
  /** The handler reads the body itself (uploads, signed webhooks). */
  rawBody?: string;
  /** With an Idempotency-Key header, runs once and replays the response for a day. */
  once?: boolean;
  /** Works while the site is read-only: logins, and what staff need to end that time. */
  duringReadOnly?: boolean;
}

export type AnyEndpoint = Endpoint;

const nothing = z.unknown();
type Nothing = typeof nothing;

export function endpoint<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  R extends z.ZodType = Nothing,
>(
  method: Method,
  path: string,
  about: {
    summary: string;
    params?: P;
    query?: Q;
    body?: B;
    /** Describes the body in OpenAPI when `body` is a function. */
    bodyShown?: z.ZodType;
    reply?: R;
    errors?: Record<string, number>;
    limit?: number;
    streams?: string;
    download?: boolean;
    rawBody?: string;
    once?: boolean;
    duringReadOnly?: boolean;
  },
): Endpoint<P, Q, B, R> {
  const fallback = nothing as unknown;
  return {
    method,
    path,
    summary: about.summary,
    params: about.params ?? (fallback as P),
    query: about.query ?? (fallback as Q),
    body: about.body ?? (fallback as B),
    bodyShown: about.bodyShown ?? about.body ?? (fallback as B),
    reply: about.reply ?? (fallback as R),
    errors: about.errors ?? {},
    limit: about.limit ?? 100_000,
    streams: about.streams,
    download: about.download ?? false,
    rawBody: about.rawBody,
    once: about.once ?? false,
    duringReadOnly: about.duringReadOnly ?? false,
  };
}

/** The input of a call: only the parts that this endpoint has. */
export type Input<E extends AnyEndpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>;
type Part<K extends string, S extends z.ZodType> =
  unknown extends z.input<S>
    ? { [P in K]?: undefined }
    : Record<string, never> extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> };

export type Reply<E extends AnyEndpoint> = z.output<E['reply']>;

/** Every error of the API has this shape. */
export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** With `changed_meanwhile`: the current values. */
  now: z.record(z.string(), z.unknown()).optional(),
  /** With `proof_required`: the work to prove before trying again. */
  work: work.optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
