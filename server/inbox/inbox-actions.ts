import type { Knex } from 'knex';
import type { InboxKind } from '#contract/inbox.ts';
import type { BulkAction, BulkActions, StaffContext } from '#server/base/tables/bulk-action.ts';
import { badRequest, conflict } from '#server/base/http/errors.ts';
import { closeProblem } from '#server/listings/admin/problem-reports.ts';
import { changeItem, findInboxItem, requireAssignee } from './inbox.ts';
import { changeMessageStatus } from './messages.ts';

const assign = (kind: InboxKind): BulkAction => ({
  async checkValue(db, value) {
    if (value === undefined) throw badRequest('Please choose a person.');
    await requireAssignee(db, value);
  },
  async apply(ctx, id, value) {
    const { assigneeId } = await findInboxItem(ctx.db, kind, id);
    if (assigneeId === value) return null;
    await changeItem(ctx, kind, id, { assigneeId: value! });
    return { before: { assigneeId }, after: { assigneeId: value } };
  },
  async undo(ctx, id, { before, after }) {
    const { assigneeId } = await findInboxItem(ctx.db, kind, id);
    if (assigneeId !== after.assigneeId) throw conflict('It was assigned to someone else since.');
    await changeItem(ctx, kind, id, { assigneeId: before.assigneeId as number | null });
  },
});

interface Status {
  status: string;
  /** The note that staff wrote when they closed it. */
  note?: string | null;
}
interface StatusKind {
  find(db: Knex, id: number): Promise<Status>;
  set(ctx: StaffContext, id: number, status: Status): Promise<unknown>;
}

const setStatus = ({ find, set }: StatusKind, status: string): BulkAction => ({
  async apply(ctx, id) {
    const before = await find(ctx.db, id);
    if (before.status === status) return null;
    await set(ctx, id, { status });
    return { before: { ...before }, after: { status } };
  },
  async undo(ctx, id, { before, after }) {
    if ((await find(ctx.db, id)).status !== after.status) throw conflict('Its status was changed since.');
    await set(ctx, id, before as unknown as Status);
  },
});

const messageStatus: StatusKind = {
  find: async (db, id) => ({ status: (await findInboxItem(db, 'message', id)).status }),
  set: (ctx, id, { status }) => changeMessageStatus(ctx, id, { status: status as 'open' }),
};
const problemStatus: StatusKind = {
  async find(db, id) {
    const { status, outcome } = await findInboxItem(db, 'problem', id);
    return { status, note: outcome };
  },
  set: (ctx, id, { status, note }) => closeProblem(ctx, id, { status: status as 'open', note: note ?? null }),
};

/** The item that staff work on. Reading an item is no edit. */
const versionOf = (alias: string): string =>
  `concat_ws(' ', ${alias}.status, coalesce(cast(i.assignee_id as text), '-'), i.snoozed_until)`;

export const messageActions: BulkActions = {
  version: versionOf('m'),
  actions: {
    assign: assign('message'),
    close: setStatus(messageStatus, 'closed'),
    reopen: setStatus(messageStatus, 'open'),
  },
};
export const problemActions: BulkActions = {
  version: versionOf('p'),
  actions: {
    assign: assign('problem'),
    resolve: setStatus(problemStatus, 'resolved'),
    dismiss: setStatus(problemStatus, 'dismissed'),
    reopen: setStatus(problemStatus, 'open'),
  },
};
export const privacyActions: BulkActions = { version: versionOf('r'), actions: { assign: assign('privacy') } };
export const reviewActions: BulkActions = { version: versionOf('v'), actions: { assign: assign('review') } };
export const newListingActions: BulkActions = { version: versionOf('q'), actions: { assign: assign('listing') } };
