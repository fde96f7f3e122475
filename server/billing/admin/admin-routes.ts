import * as contract from '#contract/billing/admin-billing.ts';
import * as prices from '#contract/billing/plan-prices.ts';
import { admin } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import {
  cancelUserPlan,
  extendUserPlan,
  getUserBilling,
  listDisputes,
  refundInvoice,
  syncUserBilling,
} from './admin.ts';
import { startEnterprise } from './enterprise.ts';
import { giveUserPlan } from './given-plans.ts';
import { choosePlanPrices, listPlanPrices } from './plan-prices.ts';

export const billingAdminRoutes: Route[] = [
  serve(contract.listDisputes, admin, (_input, ctx) => listDisputes(ctx)),
  serve(prices.readPlanPrices, admin, (_input, ctx) => listPlanPrices(ctx)),
  serve(prices.savePlanPrices, admin, ({ body }, ctx) => choosePlanPrices(body, ctx)),
  serve(contract.openUserBilling, admin, ({ params }, ctx) => getUserBilling(ctx, params.id)),
  serve(contract.syncUserBilling, admin, ({ params }, ctx) => syncUserBilling(ctx, params.id)),
  serve(contract.refundInvoice, admin, ({ params, body }, ctx) => refundInvoice(ctx, params.id, body)),
  serve(contract.cancelUserPlan, admin, ({ params, body }, ctx) => cancelUserPlan(ctx, params.id, body)),
  serve(contract.extendUserPlan, admin, ({ params, body }, ctx) => extendUserPlan(ctx, params.id, body)),
  serve(contract.startEnterprise, admin, ({ params, body }, ctx) => startEnterprise(ctx, params.id, body)),
  serve(contract.giveUserPlan, admin, ({ params, body }, ctx) => giveUserPlan(ctx, params.id, body)),
];
