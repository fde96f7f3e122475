/** What needs no schema: threads and windows that only clean text do without the rest. */

/** Largest id a Postgres integer can hold. */
export const MAX_ID = 2_147_483_647;

/** Postgres cannot store NUL, and a lone surrogate is not text. */
export const wellFormed = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);
