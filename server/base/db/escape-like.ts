/** Escapes a text so that LIKE matches it literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
