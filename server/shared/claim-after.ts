import { nextPath } from './next-path.ts';

/** The id of the listing whose claim continues on the page after this one. */
export const claimAfter = (search: string): string | null =>
  /^(?:\/claim\/(\d{1,9})|\/profile\/(\d{1,9})#claim)$/.exec(nextPath(search))?.slice(1).find(Boolean) ?? null;
