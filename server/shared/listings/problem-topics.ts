/** The parts of a profile that a visitor can report as incorrect. */
export const problemTopics = [
  ['phone', 'Phone number'],
  ['address', 'Address or location'],
  ['hours', 'Office hours'],
  ['website', 'Website or links'],
  ['services', 'Services or insurance'],
  ['closed', 'The practice has closed or moved'],
  ['duplicate', 'Duplicate listing'],
  ['other', 'Something else'],
] as const;
