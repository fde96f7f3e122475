/** Marks the spaces around a value, because “MA” and “MA ” would otherwise look the same. */
export const showSpaces = (value: string): string => value.replace(/^ +| +$/g, (spaces) => '␣'.repeat(spaces.length));
