/** The files of the pages one reads, named apart from the routes for the reason told in console-pages.ts. */
export const map = () => import('#ui/places/map-page.tsx');
export const topics = () => import('#ui/articles/topics-page.ts');
export const topic = () => import('#ui/articles/topic-page.ts');
export const article = () => import('#ui/articles/article-page.ts');
export const about = () => import('#ui/site/AboutPage.tsx');
export const terms = () => import('#ui/site/TermsPage.tsx');
export const privacy = () => import('#ui/site/PrivacyPage.tsx');
export const yes = () => import('#ui/site/YesPage.tsx');
