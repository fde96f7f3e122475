import { createHash, createHmac } from 'node:crypto';
import type { Deps } from '#server/base/http/context.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Equal for a form that is sent twice, because the browser chooses the key when it shows the form. */
export const createLinkKey = (dentistId: number, browserKey: string): Buffer =>
  sha256(`${dentistId} ${browserKey.toLowerCase()}`);

/** The token in the patient's link. It needs a secret of the server, so the database alone opens no request. */
export const createToken = ({ secret }: Pick<Deps, 'secret'>, linkKey: Buffer): string =>
  createHmac('sha256', secret.key('appointment link')).update(linkKey).digest('base64url');

export const hashToken = sha256;

/** The token is in the fragment of the URL, which browsers send to no server. */
export const patientUrl = (deps: Pick<Deps, 'config' | 'secret'>, linkKey: Buffer): string =>
  `${deps.config.PUBLIC_URL}/my-appointment#${createToken(deps, linkKey)}`;

/** Limits are counted under hashes, so that the table of limits names no patient. */
const limitKey = ({ secret }: Pick<Deps, 'secret'>, kind: string, value: string): string =>
  `appointment ${kind} ${createHmac('sha256', secret.key('appointment limits')).update(value).digest('base64url')}`;

export const networkKey = (deps: Pick<Deps, 'secret'>, network: string): string => limitKey(deps, 'network', network);
export const contactKey = (deps: Pick<Deps, 'secret'>, contact: string): string => limitKey(deps, 'contact', contact);
