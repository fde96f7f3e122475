import * as contract from '#contract/accounts/admin-users.ts';
import { totalHeader } from '#server/base/tables/pagination.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { resendVerificationAsStaff } from '../verify-email.ts';
import { changeRole, findUsers, getUser, removeUser, signOutEverywhere } from './admin.ts';

const ok = { ok: true } as const;

export const userAdminRoutes: Route[] = [
  serve(contract.findUsers, admin, async ({ query }, ctx) => {
    const { items, total } = await findUsers(ctx, query);
    return new Answer(items, totalHeader(total));
  }),
  serve(contract.openUser, admin, ({ params }, ctx) => getUser(ctx, params.id)),
  serve(contract.endUserSessions, admin, ({ params }, ctx) => signOutEverywhere(ctx, params.id)),
  serve(contract.resendUserVerification, admin, ({ params }, ctx) => resendVerificationAsStaff(ctx, params.id)),
  serve(contract.changeRole, admin, async ({ params, body }, ctx) => {
    await changeRole(ctx, params.id, {
      ...body,
      role: body.role ?? (body.makeAdmin ? 'admin' : 'user'),
      read: body.read,
    });
    return ok;
  }),
  serve(contract.deleteUser, admin, async ({ params, body }, ctx) => {
    await removeUser(ctx, params.id, body.password);
    return ok;
  }),
];
