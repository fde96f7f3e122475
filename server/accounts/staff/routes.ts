import * as contract from '#contract/accounts/staff.ts';
import { admin, anyone, enrolling } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { acceptInvitation, inviteStaff, joinStaff, listStaff, viewInvitation, withdrawInvitation } from './staff.ts';

const ok = { ok: true } as const;

export const routes: Route[] = [
  serve(contract.listStaff, admin, (_input, { db, clock }) => listStaff(db, clock.now())),
  serve(contract.inviteStaff, admin, ({ body }, ctx) => inviteStaff(ctx, body)),
  serve(contract.withdrawInvitation, admin, ({ params }, ctx) => withdrawInvitation(ctx, params.id)),
  serve(contract.viewStaffInvitation, anyone, ({ body }, ctx) => viewInvitation(ctx, body.token)),
  serve(contract.joinStaff, anyone, ({ body }, ctx, stream) => joinStaff(body, ctx, stream)),
  serve(contract.acceptStaffInvitation, enrolling, async ({ body }, ctx) => {
    await acceptInvitation(ctx, body.token);
    return ok;
  }),
];
