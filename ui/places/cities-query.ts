import { listCities } from '#contract/places/places.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';

export const citiesQuery = (state: string, call?: Call) => queryOf(listCities, { params: { state } }, call);
