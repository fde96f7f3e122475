const keyOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** True for titles that readers can't tell apart. */
export const sameTitle = (one: string, other: string): boolean => keyOf(one) !== '' && keyOf(one) === keyOf(other);
