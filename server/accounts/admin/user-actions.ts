import type { BulkActions } from '#server/base/tables/bulk-action.ts';
import { conflict } from '#server/base/http/errors.ts';
import { signOutEverywhere } from './admin.ts';

export const userActions: BulkActions = {
  version: 'cast(u.id as text)',
  actions: {
    signOut: {
      async apply(ctx, id) {
        if (id === ctx.actor.userId) throw conflict('This is your own account.');
        const { ended } = await signOutEverywhere(ctx, id);
        return ended === 0 ? null : { before: {}, after: { ended } };
      },
    },
  },
};
