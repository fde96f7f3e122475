import { listCities } from '#contract/places/places.ts';
import type { Call } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';

export const citiesQuery = (state: string, call?: Call) => queryOf(listCities, { params: { state } }, call);
