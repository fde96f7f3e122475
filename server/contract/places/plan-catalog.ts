import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const insurancePlan = z.object({
  slug: z.string(),
  name: z.string(),
  /** How the `insurancePlans` of a listing names it. */
  storedName: z.string(),
  /** Null for a plan that patients and owners can choose. */
  gone: z.enum(['merged', 'retired']).nullable(),
});
export type CatalogPlan = z.output<typeof insurancePlan>;

export const listInsurancePlans = endpoint('GET', '/api/insurance-plans', {
  summary: 'Insurance plans by which searches filter. A plan that was merged into another has the name of that one',
  reply: z.array(insurancePlan),
});
