import { queryOptions, useQuery } from '@tanstack/react-query';
import { listInsurancePlans } from '#contract/places/plan-catalog.ts';
import { planSlug } from '#contract/places/plan-slug.ts';
import { api, type Call } from '#ui/platform/api.ts';

export interface PlanName {
  slug: string;
  name: string;
}

/** The plans that patients can choose, without what only owners need. */
export const planNamesQuery = (call: Call = api) =>
  queryOptions<PlanName[], Error, PlanName[], readonly string[]>({
    queryKey: ['/api/insurance-plans', 'names'],
    queryFn: async ({ signal }) =>
      (await call(listInsurancePlans, {}, { signal }))
        .filter(({ gone }) => gone === null)
        .map(({ slug, name }) => ({ slug, name })),
  });

/** Empty until they have loaded. */
export const usePlanNames = (): readonly PlanName[] => useQuery(planNamesQuery()).data ?? [];

/** A plan by its slug, or by the slug of its current name, to which profiles link. */
export const findPlan = (plans: readonly PlanName[], slug: string): PlanName | undefined =>
  plans.find((plan) => plan.slug === slug) ?? plans.find(({ name }) => planSlug(name) === slug);
