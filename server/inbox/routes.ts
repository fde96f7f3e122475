import * as contract from '#contract/inbox.ts';
import { totalHeader } from '#server/base/tables/pagination.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { addNote, changeItem, findAssignees, findInbox, findInboxItem, markRead } from './inbox.ts';
import { changeMessageStatus, replyToMessage } from './messages.ts';

const ok = { ok: true } as const;

export const routes: Route[] = [
  serve(contract.listInbox, admin, async ({ params, query }, ctx) => {
    const { items, total } = await findInbox(ctx, params.kind, query);
    return new Answer(items, totalHeader(total));
  }),
  serve(contract.openInboxItem, admin, ({ params }, { db }) => findInboxItem(db, params.kind, params.id)),
  serve(contract.readInboxItem, admin, async ({ params }, ctx) => {
    await markRead(ctx, params.kind, params.id);
    return ok;
  }),
  serve(contract.changeInboxItem, admin, ({ params, body }, ctx) => changeItem(ctx, params.kind, params.id, body)),
  serve(contract.addInboxNote, admin, ({ params, body }, ctx) => addNote(ctx, params.kind, params.id, body.note)),
  serve(contract.listAssignees, admin, (_input, ctx) => findAssignees(ctx)),
  serve(contract.replyToMessage, admin, ({ params, body }, ctx) => replyToMessage(ctx, params.id, body)),
  serve(contract.changeMessage, admin, ({ params, body }, ctx) => changeMessageStatus(ctx, params.id, body)),
];
