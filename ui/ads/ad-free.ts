/** Pages for login, payment, owners, and staff, which never show ads. */
const AD_FREE =
  /^\/(?:auth|reset-password|verify|verify-email|email-settings|account|dashboard|admin|pricing|add-listing|checkout|kit|transfer|yes)(?:\/|$)/;
/** Profiles, which place their own ads because profiles of paying owners have none. */
const PROFILE = /^\/(?:profile\/[^/]+|[^/]+\/[^/]+\/[^/]+\/[^/]+)\/?$/i;

export const isAdFree = (pathname: string): boolean => AD_FREE.test(pathname);
export const isProfile = (pathname: string): boolean => PROFILE.test(pathname);
