/** The files of the pages for whoever signs in, named apart from the routes for the reason told in console-pages.ts. */
export const addListing = () => import('#ui/listings/owner/AddListingPage.tsx');
export const dashboard = () => import('#ui/listings/owner/DashboardPage.tsx');
export const account = () => import('#ui/accounts/AccountPage.tsx');
export const auth = () => import('#ui/accounts/AuthPage.tsx');
export const reset = () => import('#ui/accounts/ResetPage.tsx');
export const preview = () => import('#ui/articles/PreviewPage.tsx');
