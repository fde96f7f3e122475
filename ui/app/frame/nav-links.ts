export const navLinks = [
  ['/', 'Home'],
  ['/directory', 'Directory'],
  ['/topics', 'Guides'],
  ['/geographic-map', 'Browse Cities'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
] as const;

/** Links for practices stand together. */
export const practiceLinks = [['/pricing', 'Pricing']] as const;
