import { createLinkRoutes } from './base/http/download-link-routes.ts';
import type { Route } from './base/http/serve.ts';
import { userAdminRoutes } from './accounts/admin/admin-routes.ts';
import { routes as apiKeys } from './accounts/keys/routes.ts';
import { routes as webhooks } from './accounts/webhooks/routes.ts';
import { routes as passkeys } from './accounts/passkeys/routes.ts';
import { routes as singleSignOn } from './accounts/single-sign-on/routes.ts';
import { routes as staff } from './accounts/staff/routes.ts';
import { routes as accounts } from './accounts/routes.ts';
import { routes as appointments } from './appointments/routes.ts';
import { routes as ads } from './ads/routes.ts';
import { auditAdminRoutes } from './audit/admin-routes.ts';
import { routes as articles } from './articles/routes.ts';
import { billingAdminRoutes } from './billing/admin/admin-routes.ts';
import { routes as billing } from './billing/routes.ts';
import { routes as bulk } from './bulk/routes.ts';
import { routes as calls } from './calls/routes.ts';
import { routes as confirmations } from './confirmations/routes.ts';
import { routes as dataHealth } from './data-health/routes.ts';
import { claimAdminRoutes } from './claims/review/admin-routes.ts';
import { routes as claims } from './claims/routes.ts';
import { routes as dashboard } from './dashboard/routes.ts';
import { routes as doctor } from './doctor/routes.ts';
import { routes as groups } from './groups/routes.ts';
import { routes as home } from './home/routes.ts';
import { routes as inbox } from './inbox/routes.ts';
import { routes as insights } from './insights/routes.ts';
import { listingAdminRoutes } from './listings/admin/admin-routes.ts';
import { feedRoutes } from './listings/feed/routes.ts';
import { routes as directory } from './directory/routes.ts';
import { ownerRoutes } from './listings/owner/owner-routes.ts';
import { routes as listings } from './listings/routes.ts';
import { routes as transfers } from './listings/transfers/routes.ts';
import { shortlistRoutes } from './listings/shortlists/shortlist-routes.ts';
import { routes as opening } from './opening/routes.ts';
import { routes as places } from './places/routes.ts';
import { routes as reviews } from './reviews/routes.ts';
import { routes as sources } from './sources/routes.ts';
import { routes as site } from './site/routes.ts';
import { routes as status } from './status/routes.ts';
import { routes as tables } from './tables/routes.ts';

const featureRoutes: Route[] = [
  ...accounts,
  ...apiKeys,
  ...webhooks,
  ...passkeys,
  ...singleSignOn,
  // Before the listings, because /api/dentists/search would be the listing of an id.
  ...directory,
  ...listings,
  ...feedRoutes,
  ...ownerRoutes,
  ...transfers,
  ...groups,
  ...shortlistRoutes,
  ...places,
  ...claims,
  ...billing,
  ...articles,
  ...insights,
  ...dashboard,
  ...appointments,
  ...reviews,
  ...calls,
  ...bulk,
  ...confirmations,
  ...dataHealth,
  ...doctor,
  ...sources,
  ...ads,
  ...auditAdminRoutes,
  ...billingAdminRoutes,
  ...claimAdminRoutes,
  ...listingAdminRoutes,
  ...userAdminRoutes,
  ...tables,
  ...staff,
  ...home,
  ...inbox,
  ...opening,
  ...site,
  ...status,
];

/** Every API route. The app mounts this list, the OpenAPI page describes it, and tests iterate over it. */
export const allRoutes: Route[] = [...featureRoutes, ...createLinkRoutes(featureRoutes)];
