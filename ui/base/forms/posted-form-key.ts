/** The key of the form that the browser posted to this page. It travels with the replies of the page's queries. */
export const POSTED_FORM_KEY = ['posted form'] as const;
