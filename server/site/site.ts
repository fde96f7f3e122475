import type { RequestHandler } from 'express';
import type { Ctx } from '#server/http/context.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';

/** The website as the server sees it: it renders a page for a URL and has a folder of files. */
export interface Site {
  /** The folder of hashed assets and public files. */
  publicDir?: string;
  /** Serves source modules in development. */
  middleware?: RequestHandler;
  render(request: PageRequest): Promise<Page>;
}
export interface PageRequest {
  url: string;
  method: string;
  nonce: string;
  publicUrl: string;
  signal: AbortSignal;
  /** Calls an endpoint in this process as an anonymous visitor. */
  call(endpoint: AnyEndpoint, input: object): Promise<{ value: unknown; headers: Record<string, string> }>;
  log: Ctx['log'];
}
export interface Page {
  /** The pattern of the page's path. */
  route?: string | undefined;
  status: number;
  headers: Record<string, string>;
  html: string;
}
