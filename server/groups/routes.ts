import * as changes from '#contract/groups/group-changes.ts';
import * as claims from '#contract/groups/group-claims.ts';
import * as brands from '#contract/groups/brands.ts';
import * as billing from '#contract/groups/group-billing.ts';
import * as contract from '#contract/groups/groups.ts';
import { dayOf } from '#shared/insights/report-zone.ts';
import { everyone, signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { changeBrand, findBrandPage } from './brands.ts';
import { findGroupBilling, openGroupPortal } from './billing.ts';
import { findGroupChanges, openGroupChange, previewGroupChange, startGroupChange } from './changes.ts';
import { findClaims, submitClaim } from './claims/claims.ts';
import { previewClaim } from './claims/preview-claim.ts';
import {
  addLocations,
  changeGroup,
  createGroup,
  endGroup,
  findMyGroups,
  removeLocations,
  setCostCenters,
} from './groups.ts';
import { findGroupHome, groupCsvOf } from './home.ts';
import { changePerson, invitePerson, leaveGroup, removePerson } from './people.ts';

const ok = { ok: true } as const;

export const routes: Route[] = [
  serve(contract.myGroups, signedIn, (_input, ctx) => findMyGroups(ctx)),
  serve(contract.createGroup, signedIn, ({ body }, ctx) => createGroup(ctx, body.name)),
  serve(contract.openGroup, signedIn, ({ params }, ctx) => findGroupHome(ctx, params.id)),
  serve(contract.changeGroup, signedIn, async ({ params, body }, ctx) => {
    await changeGroup(ctx, params.id, body);
    return findGroupHome(ctx, params.id);
  }),
  serve(brands.saveBrand, signedIn, async ({ params, body }, ctx) => {
    await changeBrand(ctx, params.id, body);
    return findGroupHome(ctx, params.id);
  }),
  serve(brands.openBrand, everyone, ({ params, query }, ctx) => findBrandPage(ctx, params.slug, query)),
  serve(contract.endGroup, signedIn, async ({ params }, ctx) => {
    await endGroup(ctx, params.id);
    return ok;
  }),
  serve(contract.addLocations, signedIn, async ({ params, body }, ctx) => {
    await addLocations(ctx, params.id, body.ids);
    return findGroupHome(ctx, params.id);
  }),
  serve(contract.removeLocations, signedIn, async ({ params, body }, ctx) => {
    await removeLocations(ctx, params.id, body.ids);
    return findGroupHome(ctx, params.id);
  }),
  serve(contract.setCostCenters, signedIn, async ({ params, body }, ctx) => {
    await setCostCenters(ctx, params.id, body.costCenters);
    return findGroupHome(ctx, params.id);
  }),
  serve(contract.groupCsv, signedIn, async ({ params }, ctx, { res }) => {
    const group = await findGroupHome(ctx, params.id);
    res.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${group.slug}-${dayOf(ctx.clock.now())}.csv"`,
    });
    res.send(groupCsvOf(group));
  }),

  serve(changes.previewGroupChange, signedIn, ({ params, body }, ctx) => previewGroupChange(ctx, params.id, body)),
  serve(changes.latestGroupChanges, signedIn, ({ params }, ctx) => findGroupChanges(ctx, params.id)),
  serve(changes.openGroupChange, signedIn, ({ params }, ctx) => openGroupChange(ctx, params.id, params.change)),
  serve(changes.applyGroupChange, signedIn, ({ params }, ctx) =>
    startGroupChange(ctx, params.id, params.change, 'applying'),
  ),
  serve(changes.undoGroupChange, signedIn, ({ params }, ctx) =>
    startGroupChange(ctx, params.id, params.change, 'undoing'),
  ),

  serve(claims.previewGroupClaim, signedIn, ({ params, body }, ctx) => previewClaim(ctx, params.id, body)),
  serve(claims.submitGroupClaim, signedIn, ({ params, body }, ctx) => submitClaim(ctx, params.id, body)),
  serve(claims.groupClaims, signedIn, ({ params }, ctx) => findClaims(ctx, params.id)),

  serve(billing.groupBilling, signedIn, ({ params }, ctx) => findGroupBilling(ctx, params.id)),
  serve(billing.openGroupPortal, signedIn, ({ params }, ctx) => openGroupPortal(ctx, params.id)),
  serve(contract.invitePerson, signedIn, async ({ params, body }, ctx) => {
    await invitePerson(ctx, params.id, body);
    return findGroupHome(ctx, params.id);
  }),
  serve(contract.changePerson, signedIn, async ({ params, body }, ctx) => {
    await changePerson(ctx, params.id, params.person, body);
    return findGroupHome(ctx, params.id);
  }),
  serve(contract.removePerson, signedIn, async ({ params }, ctx) => {
    await removePerson(ctx, params.id, params.person);
    return findGroupHome(ctx, params.id);
  }),
  serve(contract.leaveGroup, signedIn, async ({ params }, ctx) => {
    await leaveGroup(ctx, params.id);
    return ok;
  }),
];
