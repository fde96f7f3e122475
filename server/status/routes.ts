import { addNotice, deleteNotice, getStatus, readStaffStatus, setReadOnly, updateNotice } from '#contract/status.ts';
import type { Deps } from '#server/base/http/context.ts';
import { admin, anyone } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import { addStatusNotice, addUpdate, deleteStatusNotice, noticeAt } from './notices.ts';
import { changeReadOnly } from './read-only.ts';
import { readStatus } from './status.ts';

const forStaff = ({ settings, clock }: Pick<Deps, 'settings' | 'clock'>) => ({
  notices: settings.notices.map((notice) => noticeAt(notice, clock.now())),
  readOnly: settings.readOnly,
});

export const routes: Route[] = [
  serve(getStatus, anyone, (_input, ctx) => readStatus(ctx)),
  serve(readStaffStatus, admin, (_input, ctx) => forStaff(ctx)),
  serve(addNotice, admin, async ({ body }, ctx) => {
    await addStatusNotice(ctx, body);
    return forStaff(ctx);
  }),
  serve(updateNotice, admin, async ({ params, body }, ctx) => {
    await addUpdate(ctx, params.id, body);
    return forStaff(ctx);
  }),
  serve(deleteNotice, admin, async ({ params }, ctx) => {
    await deleteStatusNotice(ctx, params.id);
    return forStaff(ctx);
  }),
  serve(setReadOnly, admin, async ({ body }, ctx) => {
    await changeReadOnly(ctx, ctx.actor, body);
    return forStaff(ctx);
  }),
];
