/** The pages that every site has and search engines may index. Sitemaps, social pictures, and tests use this list. */
export const sitePages = [
  { path: '/', title: 'Dentists & teeth whitening near you' },
  { path: '/directory', title: 'Dental directory' },
  { path: '/geographic-map', title: 'Dentists by state and city' },
  { path: '/topics', title: 'Dental health topics' },
  { path: '/about', title: 'About us' },
  { path: '/pricing', title: 'Plans for practices' },
  { path: '/add-listing', title: 'List your practice' },
  { path: '/contact', title: 'Contact us' },
  { path: '/terms', title: 'Terms and Conditions' },
  { path: '/privacy', title: 'Privacy Policy' },
  { path: '/consumer-health-data', title: 'Consumer Health Data Policy' },
  { path: '/accessibility', title: 'Accessibility Statement' },
  { path: '/advertising', title: 'Advertising Disclosure' },
  { path: '/how-ranking-works', title: 'How Ranking Works' },
  { path: '/how-reviews-work', title: 'How Reviews Work' },
] as const;

/** The address of the picture that other sites show with a page. */
export const socialPicturePath = (pagePath: string): string => `/social${pagePath === '/' ? '/home' : pagePath}.png`;
