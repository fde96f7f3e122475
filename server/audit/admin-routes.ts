import { listAudit, openAuditEntry } from '#contract/audit.ts';
import { sliceOf, totalHeader } from '#server/base/tables/pagination.ts';
import { notFound } from '#server/base/http/errors.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { findAuditEntry, searchAuditLog } from './queries-audit.ts';

const DAY = 86_400_000;

export const auditAdminRoutes: Route[] = [
  serve(listAudit, admin, async ({ query }, { db }) => {
    const { page, pageSize, after, from, to, ...search } = query;
    const { rows, total } = await searchAuditLog(
      db,
      {
        ...search,
        from: from ? new Date(`${from}T00:00:00Z`) : undefined,
        to: to ? new Date(Date.parse(`${to}T00:00:00Z`) + DAY) : undefined,
      },
      sliceOf({ page, pageSize, after }),
    );
    return new Answer(rows, totalHeader(total));
  }),
  serve(openAuditEntry, admin, async ({ params }, { db }) => {
    const entry = await findAuditEntry(db, params.id);
    if (!entry) throw notFound('We couldn’t find this entry.');
    return entry;
  }),
];
