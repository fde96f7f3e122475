import { z } from 'zod';
import { endpoint, type Endpoint } from './endpoint.ts';

/**
 * A POST to the path of a download returns a link to it. The link works once, for a minute, and needs no cookie, so a
 * browser can save the file to disk while it arrives.
 */
export const downloadLink = z.object({ id: z.uuid(), url: z.string() });
export type DownloadLinkEndpoint = Endpoint<z.ZodUnknown, z.ZodUnknown, z.ZodUnknown, typeof downloadLink>;

export const downloadStatus = endpoint('GET', '/api/user/downloads/:id', {
  summary: 'The state of a download that a link started. It is done when the server has sent the last byte',
  params: z.object({ id: z.uuid('This is not a valid id.') }),
  reply: z.object({
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    /** Why it failed, if the server refused it. */
    message: z.string().nullable(),
  }),
});
