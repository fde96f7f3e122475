import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Knex } from 'knex';
import { dayOf, REPORT_ZONE } from '#shared/insights/report-zone.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { withDownloadSlot } from '#server/base/http/slots/download-slots.ts';
import { audit } from '#server/audit/audit.ts';
import * as sql from './queries-exports.ts';

interface ExportKind {
  /** Used in the name of the file and of the audit entry. */
  name: string;
  /** The key of the list in the file. */
  list: string;
  slices(db: Ctx['db'], query: { from: string | null; to: string | null }): AsyncGenerator<object[]>;
}
export const userAnalyticsExport: ExportKind = { name: 'user-analytics', list: 'sessions', slices: sql.streamVisits };
export const searchDataExport: ExportKind = { name: 'search-data', list: 'searches', slices: sql.streamSearches };

/** Streams one JSON file. A truncated file does not parse, so it cannot be mistaken for a complete one. */
export async function sendExport(
  kind: ExportKind,
  query: { from?: string | undefined; to?: string | undefined },
  ctx: Ctx<Actor>,
  res: Response,
): Promise<void> {
  const now = ctx.clock.now();
  const period = { from: query.from ?? null, to: query.to ?? null };
  await audit(ctx.db, ctx.actor, {
    at: now,
    action: `export.${kind.name}`,
    subject: 'export',
    subjectId: kind.name,
    after: period,
  });
  const head = { exportedAt: now.toISOString(), timeZone: REPORT_ZONE, ...period };
  async function* text(db: Knex): AsyncGenerator<string> {
    yield `${JSON.stringify(head).slice(0, -1)},"${kind.list}":[`;
    let count = 0;
    for await (const slice of kind.slices(db, period)) {
      yield slice.map((row) => `${count++ > 0 ? ',' : ''}\n${JSON.stringify(row)}`).join('');
    }
    yield `\n],"count":${count}}\n`;
  }
  try {
    await withDownloadSlot(ctx, (pool) =>
      // A transaction uses one connection, and reads all rows as of one moment.
      pool.transaction(
        (trx) => {
          res.set({
            'Content-Type': 'application/json; charset=utf-8',
            'Content-Disposition': `attachment; filename="${kind.name}-${dayOf(now)}.json"`,
          });
          return pipeline(Readable.from(text(trx)), res);
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      ),
    );
  } catch (error) {
    if (!ctx.signal.aborted) throw error;
  }
}
