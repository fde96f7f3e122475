/** Signing in, paying, managing and administering are never beside an advertisement. */
const NEVER = /^\/(?:auth|reset-password|verify|account|dashboard|admin|pricing|add-listing|checkout|kit|yes)(?:\/|$)/;
/** Profiles decide for themselves: those of paid owners stay free of ads. */
const PROFILE = /^\/(?:profile\/[^/]+|[^/]+\/[^/]+\/[^/]+\/[^/]+)\/?$/i;

export const isAdFree = (pathname: string): boolean => NEVER.test(pathname);
export const isProfile = (pathname: string): boolean => PROFILE.test(pathname);
