import { queryOptions } from '@tanstack/react-query';
import { listInsurancePlans } from '#contract/directory/search-help.ts';
import { planSlug } from '#shared/search-terms.ts';
import { api, type Call } from '#ui/base/platform/api.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';

export interface PlanName {
  slug: string;
  /** The name of the plan that it was merged into, if it was. */
  name: string;
  isMerged?: true;
}

/** A plan is its name if that gives its slug, because pages carry the list. */
type ShortPlan = string | PlanName;
const readPlan = (plan: ShortPlan): PlanName =>
  typeof plan === 'string' ? { slug: planSlug(plan), name: plan } : plan;
const readPlans = (plans: ShortPlan[]): PlanName[] => plans.map(readPlan);

/** The plans by which patients can search, without what only owners need. Old links name merged ones. */
export const planNamesQuery = (call: Call = api) =>
  queryOptions<ShortPlan[], Error, PlanName[], readonly string[]>({
    queryKey: ['/api/insurance-plans', 'names'],
    queryFn: async ({ signal }) =>
      (await call(listInsurancePlans, {}, { signal }))
        .filter(({ gone }) => gone !== 'retired')
        .map(({ slug, name, gone }) => {
          if (gone === 'merged') return { slug, name, isMerged: true };
          return planSlug(name) === slug ? name : { slug, name };
        }),
    select: readPlans,
  });

/** Empty until they have loaded. */
export const usePlanNames = (): readonly PlanName[] => useReply(planNamesQuery()).data ?? [];

/** A plan by its slug, or by the slug of its current name, to which profiles link. */
export const findPlan = (plans: readonly PlanName[], slug: string): PlanName | undefined =>
  plans.find((plan) => plan.slug === slug) ?? plans.find(({ name }) => planSlug(name) === slug);
