import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParam, line, ok, sentTime } from '../values.ts';
import { signedInReply } from './accounts.ts';

/** An account has at most this many passkeys. */
export const MAX_PASSKEYS = 20;

const password = z.string().min(1, 'Please enter your password.').max(1000, "That's not your password.");
const name = line(60).pipe(z.string().min(1, 'Please name this passkey.'));
export const passkeyForm = z.object({ name, password });

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'This passkey isn’t valid.')
    .max(max, 'This passkey isn’t valid.');
/** The reply of `navigator.credentials`, with its bytes in base64url. */
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') };
const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: base64url(200).optional(),
  }),
});

/** The options that browsers take as `parseRequestOptionsFromJSON` and `parseCreationOptionsFromJSON` do. */
const options = z.looseObject({ challenge: z.string() });
/** A random value of the page that logs in, so that a challenge works for this page only. */
const page = z.string().regex(/^[\w-]{20,100}$/, "This login step isn't valid.");

const passkey = z.object({
  id,
  name: z.string(),
  /** Whether a password manager has synced it to other devices. */
  isSynced: z.boolean(),
  createdAt: sentTime,
  lastUsedAt: sentTime.nullable(),
});
export type Passkey = z.output<typeof passkey>;

export const passkeyLoginOptions = endpoint('POST', '/api/auth/passkey/options', {
  summary: 'Start a login with a passkey. The challenge works once, for ten minutes, with the same page value',
  body: z.object({ page }),
  reply: options,
});
export const passkeyLogin = endpoint('POST', '/api/auth/passkey/login', {
  summary: 'Log in with a passkey. It counts as both factors, because the device has checked who uses it',
  body: z.object({ page, credential: assertion }),
  reply: signedInReply,
  errors: { invalid_passkey: 401, unknown_passkey: 401, passkey_copied: 401, too_many_requests: 429 },
});

export const listPasskeys = endpoint('GET', '/api/user/passkeys', {
  summary: 'List the passkeys of this account',
  reply: z.array(passkey),
});
export const startPasskey = endpoint('POST', '/api/user/passkeys/options', {
  summary: 'Start adding a passkey. Requires the password. The challenge works once, in this session',
  body: z.object({ password }),
  reply: options,
  errors: { too_many_passkeys: 409 },
});
export const addPasskey = endpoint('POST', '/api/user/passkeys', {
  summary: 'Add the passkey that the device has created',
  body: z.object({ name, credential: newCredential }),
  reply: passkey,
  errors: { invalid_passkey: 400, passkey_exists: 409, too_many_passkeys: 409 },
});
export const removePasskey = endpoint('DELETE', '/api/user/passkeys/:id', {
  summary: 'Remove a passkey at once. Sessions that it opened continue',
  params: idParam,
  reply: ok,
});
