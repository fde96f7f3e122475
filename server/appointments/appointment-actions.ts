import type { BulkActions } from '#server/base/tables/bulk-action.ts';
import { closeRequest } from './admin.ts';

export const appointmentActions: BulkActions = {
  version: `concat_ws(' ', r.state, r.changed_at)`,
  actions: {
    close: {
      async apply(ctx, id) {
        const { before } = await closeRequest(ctx, id);
        return { before: { state: before }, after: { state: 'closed' } };
      },
    },
  },
};
