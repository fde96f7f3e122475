import type { Configuration } from 'openid-client';
import type { Config } from '#server/base/config.ts';
import type { Ctx, Deps } from '#server/base/http/context.ts';
import { Refusal } from '#server/base/http/errors.ts';

/** Loads with the first login, because most servers have no identity provider. */
const openId = () => import('openid-client');
const TIMEOUT_SECONDS = 10;

/** Reads the provider's own description of its addresses and keys. */
export async function discoverProvider(config: Config): Promise<Configuration> {
  const { allowInsecureRequests, discovery } = await openId();
  const issuer = new URL(config.OIDC_ISSUER!);
  return await discovery(issuer, config.OIDC_CLIENT_ID!, config.OIDC_CLIENT_SECRET, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
  });
}

const providers = new WeakMap<object, Promise<Configuration>>();

const unreachable = () =>
  new Refusal(
    502,
    'provider_unreachable',
    'We couldn’t reach your identity provider. Please try again, or log in with your password.',
  );

async function findProvider({ config, log }: Pick<Deps, 'config' | 'log'>): Promise<Configuration> {
  if (!config.OIDC_ISSUER)
    throw new Refusal(404, 'single_sign_on_off', 'Single sign-on is off here. Please log in with your password.');
  const provider = providers.get(config) ?? discoverProvider(config);
  providers.set(config, provider);
  return await provider.catch((error: unknown) => {
    providers.delete(config);
    log.warn({ error }, 'the identity provider is unreachable');
    throw unreachable();
  });
}

/** Kept in the browser while it is at the provider, to finish the login afterward. */
export interface Flow {
  state: string;
  nonce: string;
  verifier: string;
  next: string;
}

const redirectUri = ({ config }: Pick<Deps, 'config'>) => `${config.PUBLIC_URL}/auth/single-sign-on`;

export async function createFlow(ctx: Ctx, state: string, next: string): Promise<{ flow: Flow; url: string }> {
  const provider = await findProvider(ctx);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } = await openId();
  const flow = { state, nonce: randomNonce(), verifier: randomPKCECodeVerifier(), next };
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri(ctx),
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
    state,
    nonce: flow.nonce,
  });
  return { flow, url: url.href };
}

export interface Claims {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  groups: string[];
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null);
const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** Exchanges the code, which checks state, nonce, PKCE, issuer, audience, and signature. */
export async function readClaims(ctx: Ctx, flow: Flow, query: string): Promise<Claims> {
  const provider = await findProvider(ctx);
  const { authorizationCodeGrant, fetchUserInfo } = await openId();
  try {
    const tokens = await authorizationCodeGrant(provider, new URL(`${redirectUri(ctx)}?${query}`), {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    const idToken = tokens.claims()!;
    // Providers differ in which claims are in the token, and which at this address.
    const info = provider.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(provider, tokens.access_token, idToken.sub)
      : {};
    const claims: Record<string, unknown> = { ...info, ...idToken };
    return {
      issuer: idToken.iss,
      subject: idToken.sub,
      email: textOf(claims.email)?.toLowerCase() ?? null,
      isEmailVerified: claims.email_verified === true,
      name: textOf(claims.name),
      groups: listOf(claims[ctx.config.OIDC_GROUPS_CLAIM]),
    };
  } catch (error) {
    ctx.log.warn({ error: error instanceof Error ? error.message : 'unknown' }, 'a single sign-on was refused');
    throw new Refusal(
      401,
      'provider_refused',
      'Your identity provider didn’t confirm this login. Please try again, or log in with your password.',
    );
  }
}
