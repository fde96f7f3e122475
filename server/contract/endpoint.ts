import { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the API as data: routes, validation, the client's types and the OpenAPI page all come from it. */
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
  /** The body as it is described to others. */
  bodyShown: z.ZodType;
  /** What is sent back as JSON. Unknown keys are dropped, so a column can never leak by accident. */
  reply: R;
  /** Error codes beyond the common ones, with the status each is sent with. */
  errors: Record<string, number>;
  /** Largest body in bytes. */
  limit: number;
  /** Content type of an answer that is streamed by its handler instead of being sent as JSON. */
  streams?: string;
  /** The body is read by the handler (uploads, signed webhooks), not parsed as JSON. */
  rawBody?: string;
  /** With an Idempotency-Key header the work is done once, and the same answer given for a day. */
  once?: boolean;
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
    /** What a body may be, where `body` decides by a function that says nothing of it. */
    bodyShown?: z.ZodType;
    reply?: R;
    errors?: Record<string, number>;
    limit?: number;
    streams?: string;
    rawBody?: string;
    once?: boolean;
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
    rawBody: about.rawBody,
    once: about.once ?? false,
  };
}

/** What a caller passes: only the parts this endpoint has. */
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
  /** With changed_meanwhile: what is stored now, as it is answered to who reads it. */
  now: z.record(z.string(), z.unknown()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
