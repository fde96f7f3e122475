import type { RequestHandler } from 'express';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { PostedForm } from '#shared/posted-form.ts';
import type { SiteSettings } from '#shared/site-settings.ts';
import type { InlineHashes } from '#server/base/http/headers.ts';

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
  publicUrl: string;
  settings: SiteSettings;
  signal: AbortSignal;
  /** Calls an endpoint in this process. */
  call(endpoint: AnyEndpoint, input: object): Promise<{ value: unknown; headers: Record<string, string> }>;
  log: { error(details: object, message: string): void };
  /** The form that the browser posted to this page. */
  posted?: PostedForm;
}
export interface Page {
  /** The pattern of the page's path. */
  route?: string | undefined;
  status: number;
  headers: Record<string, string>;
  html: string | Buffer;
  /** The hashes that allow the page's inline code. */
  inline?: InlineHashes;
  /** A hash of the page without the time it was made. By default, the hash of its HTML. */
  fingerprint?: string;
}
