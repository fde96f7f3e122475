import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import {
  addPasskey,
  passkeyLogin,
  passkeyLoginOptions,
  startPasskey,
  type Passkey,
} from '#contract/accounts/passkeys.ts';
import { api, ApiError } from '#ui/base/platform/api.ts';
import { join } from '#ui/base/session.ts';

const CANCELED = 'Your browser didn’t finish. Please try again.';
const ALREADY_THERE = 'This device has a passkey for your account already.';
const UNSUPPORTED = 'This browser or address can’t use passkeys. Try another browser, or use your password.';

/** Says an error of the browser in a sentence for people. */
function explain(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code = error instanceof WebAuthnError ? error.code : '';
  const cause = error instanceof WebAuthnError ? error.cause : error;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return withSentence(ALREADY_THERE);
  const isCanceled = cause instanceof Error && ['NotAllowedError', 'AbortError'].includes(cause.name);
  return withSentence(isCanceled ? CANCELED : UNSUPPORTED);
}

const withSentence = (message: string) => new ApiError(0, JSON.stringify({ error: 'passkey', message }), '');

export async function createPasskey({ name, password }: { name: string; password: string }): Promise<Passkey> {
  const optionsJSON = (await api(startPasskey, { body: { password } })) as unknown;
  try {
    const credential = await startRegistration({ optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON });
    return await api(addPasskey, { body: { name, credential: credential as never } });
  } catch (error) {
    throw explain(error);
  }
}

/** With `autofill`, the browser offers passkeys in the email field, and this waits until one is chosen. */
export async function logInWithPasskey({ autofill }: { autofill: boolean }): Promise<void> {
  try {
    const page = crypto.randomUUID();
    const optionsJSON = (await api(passkeyLoginOptions, { body: { page } })) as unknown;
    const credential = await startAuthentication({
      optionsJSON: optionsJSON as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: autofill,
    });
    await join(() => api(passkeyLogin, { body: { page, credential: credential as never } }), 'Logged in successfully');
  } catch (error) {
    // Waiting also ends when the page changes or the button is used, which is no failure.
    throw autofill ? error : explain(error);
  }
}

export const stopWaiting = (): void => WebAuthnAbortService.cancelCeremony();
