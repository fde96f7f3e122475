import { healthDataPolicy } from '#contract/policies/health-data-policy.ts';
import { policies } from '#contract/policies/policies.ts';
import type { Page } from '#ui/base/page/page.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { PolicyPage } from './PolicyPage.tsx';

const rights = (
  <p>
    <Link to="/privacy#rights">Send a request</Link> or <Link to="/contact">write to us</Link>.
  </p>
);

const HealthData = () => (
  <PolicyPage
    title="Consumer Health Data Policy"
    path="/consumer-health-data"
    description="Which health data {brand} receives from visitors, why, who sees it, and how to see or delete it."
    intro="For visitors from Washington, and for everyone else."
    policy="health"
    partsOf={healthDataPolicy}
    extras={{ rights }}
  />
);
export const page: Page = {
  Component: HealthData,
  load: ({ call, prefetch }) => prefetch(queryOf(policies, {}, call)),
};
