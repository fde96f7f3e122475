import { geographicData } from '#contract/places/places.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';

export interface MapView {
  view: 'states' | 'cities';
  state: string;
}
export const readMapView = (params: URLSearchParams): MapView => ({
  view: params.get('view') === 'cities' ? 'cities' : 'states',
  state: (params.get('state') ?? '').slice(0, 100),
});
export const mapQuery = ({ view, state }: MapView, call?: Call) =>
  queryOf(geographicData, { query: { viewMode: view, state } }, call);
