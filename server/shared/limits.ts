/** Limits without schemas, so that worker threads and the browser don't load zod. */

/** The largest Postgres integer. */
export const MAX_ID = 2_147_483_647;

/** False for NUL, which Postgres can't store, and lone surrogates. */
export const isWellFormed = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

export const MAX_SHORTLISTED = 50;
