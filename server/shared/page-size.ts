/** Rows per request when a client reads a whole list. In its own file, because importing the schemas would add zod to every page. */
export const FULL_LIST_PAGE_SIZE = 1_000;
