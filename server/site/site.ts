import type { RequestHandler } from 'express';
import type { Ctx } from '#server/http/context.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';

/** What the web door hands to the server: it renders a page for a path with the API at hand, and knows its assets. */
export interface Site {
  /** Folder of hashed assets and public files, served as they are. */
  publicDir?: string;
  /** In development: what serves modules as they are edited. */
  middleware?: RequestHandler;
  render(request: PageRequest): Promise<Page>;
}
export interface PageRequest {
  url: string;
  method: string;
  nonce: string;
  publicUrl: string;
  signal: AbortSignal;
  /** Calls an endpoint in this process, as a visitor. */
  call(endpoint: AnyEndpoint, input: object): Promise<{ value: unknown; headers: Record<string, string> }>;
  log: Ctx['log'];
}
export interface Page {
  status: number;
  headers: Record<string, string>;
  html: string;
}
