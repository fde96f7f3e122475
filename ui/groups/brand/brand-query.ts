import { openBrand } from '#contract/groups/brands.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';

export interface BrandSearch {
  q: string;
  state: string;
  page: number;
}

/** Reads the search from the address of a brand's page. A page or a state that can't exist is ignored. */
export function readBrandSearch(params: URLSearchParams): BrandSearch {
  const page = params.get('page') ?? '';
  const state = params.get('state') ?? '';
  return {
    q: (params.get('q') ?? '').trim().slice(0, 100),
    state: /^[A-Za-z]{2}$/.test(state) ? state.toUpperCase() : '',
    page: /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1,
  };
}

export const brandQuery = (slug: string, params: URLSearchParams, call?: Call) => {
  const { q, state, page } = readBrandSearch(params);
  const query = { ...(q && { q }), ...(state && { state }), ...(page > 1 && { page: String(page) }) };
  return queryOf(openBrand, { params: { slug: slug.slice(0, 100) }, query: query as never }, call);
};

export function brandPath(slug: string, { q, state, page }: Partial<BrandSearch> = {}): string {
  const params = new URLSearchParams({
    ...(q && { q }),
    ...(state && { state }),
    ...(page !== undefined && page > 1 && { page: String(page) }),
  });
  return `/groups/${slug}${params.size > 0 ? `?${params.toString()}` : ''}`;
}
