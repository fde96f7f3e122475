export const navLinks = [
  ['/', 'Home'],
  ['/directory', 'Directory'],
  ['/topics', 'Guides'],
  ['/geographic-map', 'Browse Cities'],
  ['/about', 'About'],
  ['/contact', 'Contact'],
] as const;

/** Links for practices stand together. Without payments, there is nothing to choose before a practice is listed. */
export const practiceLinks = (payments: boolean) => ({
  links: payments ? ([['/pricing', 'Pricing']] as const) : [],
  list: payments ? '/pricing' : '/add-listing',
});
