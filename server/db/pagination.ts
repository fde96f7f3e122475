import { FULL_LIST_PAGE_SIZE } from '#contract/page-size.ts';

/** Which part of a list is asked for: one of its pages, or what follows an id, for who reads it to its end. */
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
  size = 50,
): Slice =>
  after === undefined
    ? { limit: pageSize ?? size, offset: (page - 1) * (pageSize ?? size) }
    : { limit: FULL_LIST_PAGE_SIZE, offset: 0, after };

/** Who reads on to the end needs no total, and counting for every step would take longer than the steps. */
export const totalHeader = (total: number | null): Record<string, string> =>
  total === null ? {} : { 'X-Total-Count': String(total) };
