import { smallPhoto } from '#shared/listings/photos.ts';
import type { ConsoleContext } from '../console-context.ts';

type Context = Pick<ConsoleContext, 'servers'>;

/** More than any logo at this size takes. */
const MAX_BYTES = 500_000;

export const isLogo = ({ servers }: Context, path: string): boolean =>
  servers.look.logo !== '' && path === smallPhoto(servers.look.logo);

/** Keeps the site's logo, and returns the response with it. */
export async function keepLogo({ servers }: Context, origin: string, response: Response): Promise<Response> {
  const { logo } = servers.look;
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length <= MAX_BYTES) await servers.keepLogo(origin, logo, bytes.toString('base64'));
  return new Response(bytes, response);
}

/** Answers a request for the logo from this computer; null if it isn't kept there. */
export function readKeptLogo({ servers }: Context): Response | null {
  const bytes = Buffer.from(servers.findLogo(servers.current ?? ''), 'base64');
  return bytes.length === 0 ? null : new Response(bytes, { headers: { 'Content-Type': 'image/webp' } });
}
