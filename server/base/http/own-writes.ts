import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Deps } from './context.ts';

const COOKIE = 'enamel_wrote';
/** Longer than a replica that is used can be behind. */
const MAX_AGE_MS = 30_000;
/** A position that no replica reaches. */
const BEYOND_ALL = 0xffff_ffff_ffff_ffffn;

const sign = ({ secret }: Pick<Deps, 'secret'>, position: string): string =>
  createHmac('sha256', secret.key('own writes')).update(position).digest('base64url').slice(0, 22);

/** After a change, the browser keeps how far the primary had written, so that its reads see the change on every server. */
export async function rememberWrite(deps: Deps, res: Response): Promise<void> {
  if (!deps.replicas || res.headersSent) return;
  // The change is saved by now. If its position can't be read, the browser reads from the primary for a while.
  const position = (await deps.replicas.written().catch(() => BEYOND_ALL)).toString(16);
  res.cookie(COOKIE, `${position}.${sign(deps, position)}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.config.PUBLIC_URL.startsWith('https:'),
    maxAge: MAX_AGE_MS,
  });
}

/** The position of the caller's last change. Null if it isn't known, as for programs with a token, which keep no cookies. */
export function positionOf(deps: Pick<Deps, 'secret'>, req: Request): bigint | null {
  if (req.get('authorization') !== undefined) return null;
  const value = (req.get('cookie') ?? '')
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  if (value === undefined) return 0n;
  const [position = '', signature = ''] = value.split('.');
  const expected = Buffer.from(sign(deps, position));
  const given = Buffer.from(signature);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && /^[\da-f]{1,16}$/.test(position) ? BigInt(`0x${position}`) : 0n;
}
