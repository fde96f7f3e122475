import { discoverProvider } from '#server/accounts/single-sign-on/provider.ts';
import { error, ok, skipped, type Finding } from '../finding.ts';
import type { Examination } from '../surroundings.ts';

export async function checkSingleSignOn({ config }: Pick<Examination, 'config'>): Promise<Finding> {
  const { OIDC_ISSUER, OIDC_ROLE_GROUPS } = config;
  if (!OIDC_ISSUER) return skipped('Single sign-on is off, because OIDC_ISSUER isn’t set.');
  try {
    await discoverProvider(config);
    const groups = OIDC_ROLE_GROUPS.length;
    return ok(`${OIDC_ISSUER} answers. ${groups} ${groups === 1 ? 'group gives' : 'groups give'} a role.`);
  } catch {
    return error(
      `${OIDC_ISSUER} doesn’t describe itself as an identity provider, so staff can’t use single sign-on.`,
      `curl -fsS ${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration\nCorrect OIDC_ISSUER: it must be the "issuer" in this file.`,
    );
  }
}
