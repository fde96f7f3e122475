/** The requests that a person may make. Without zod, because lists of staff load this file. */
export const privacyKinds = ['access', 'correction', 'deletion', 'export', 'objection', 'other'] as const;
export const privacyKindNames: Record<(typeof privacyKinds)[number], string> = {
  access: 'See what you hold about me',
  correction: 'Correct something',
  deletion: 'Delete my data',
  export: 'Send me a copy of my data',
  objection: 'Stop using my data',
  other: 'Something else',
};
