import { FULL_LIST_PAGE_SIZE } from '#shared/page-size.ts';

/** The part of a list that a request asks for: one page, or the rows after an id for clients that read the whole list. */
export interface Slice {
  limit: number;
  offset: number;
  after?: number | undefined;
}

export const sliceOf = (
  {
    page = 1,
    pageSize,
    after,
  }: { page?: number | undefined; pageSize?: number | undefined; after?: number | undefined },
  defaultSize = 50,
): Slice =>
  after === undefined
    ? { limit: pageSize ?? defaultSize, offset: (page - 1) * (pageSize ?? defaultSize) }
    : { limit: FULL_LIST_PAGE_SIZE, offset: 0, after };

/** Null for a client that reads the whole list: it needs no total, and counting for each step would take longer than the step. */
export const totalHeader = (total: number | null): Record<string, string> =>
  total === null ? {} : { 'X-Total-Count': String(total) };
