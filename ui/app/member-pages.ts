/** The files of the pages for whoever signs in, named apart from the routes for the reason told in console-pages.ts. */
export const addListing = () => import('#ui/listings/owner/add/AddListingPage.tsx');
export const dashboard = () => import('#ui/listings/owner/dashboard/DashboardPage.tsx');
export const account = () => import('#ui/accounts/account/AccountPage.tsx');
export const auth = () => import('#ui/accounts/sign-in/AuthPage.tsx');
export const reset = () => import('#ui/accounts/sign-in/ResetPage.tsx');
export const preview = () => import('#ui/articles/PreviewPage.tsx');
