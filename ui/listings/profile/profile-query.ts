import { getByLocation, getDentist } from '#contract/listings/listings.ts';
import type { Call } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';

type Params = Record<string, string | undefined>;

export const profileQuery = ({ id, state, city, practiceType, dentistName }: Params, call?: Call) =>
  id === undefined
    ? queryOf(
        getByLocation,
        { params: { state: state!, city: city!, practiceType: practiceType!, dentistName: dentistName! } },
        call,
      )
    : queryOf(getDentist, { params: { id } }, call);
