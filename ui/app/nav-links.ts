export const navLinks = [
  ['/', 'Home'],
  ['/directory', 'Directory'],
  ['/about', 'About'],
  ['/pricing', 'Pricing'],
  ['/contact', 'Contact'],
] as const;
