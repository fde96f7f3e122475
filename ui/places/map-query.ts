import { geographicData } from '#contract/places.ts';
import type { Call } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';

export interface Choice {
  view: 'states' | 'cities';
  state: string;
}
export const readChoice = (params: URLSearchParams): Choice => ({
  view: params.get('view') === 'cities' ? 'cities' : 'states',
  state: (params.get('state') ?? '').slice(0, 100),
});
export const dataQuery = ({ view, state }: Choice, call?: Call) =>
  queryOf(geographicData, { query: { viewMode: view, state } }, call);
