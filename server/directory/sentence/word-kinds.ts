/** The role of a word. */
export const Kind = { Unknown: 0, Understood: 1, Filler: 2, Generic: 3 } as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

export const honorifics = new Set(['dr', 'doctor', 'drs']);
