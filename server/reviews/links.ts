import { createHmac, randomBytes } from 'node:crypto';
import type { Deps } from '#server/base/http/context.ts';

export { hashToken } from '#server/appointments/links.ts';

export const createLinkKey = (): Buffer => randomBytes(32);

/** The token in the author's link. It needs a secret of the server, so the database alone opens no review. */
export const createToken = ({ secret }: Pick<Deps, 'secret'>, linkKey: Buffer): string =>
  createHmac('sha256', secret.key('review link')).update(linkKey).digest('base64url');

/** The token is in the fragment of the URL, which browsers send to no server. */
export const authorUrl = (deps: Pick<Deps, 'config' | 'secret'>, linkKey: Buffer): string =>
  `${deps.config.PUBLIC_URL}/my-review#${createToken(deps, linkKey)}`;
