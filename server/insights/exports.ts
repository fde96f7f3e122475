import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { dayOf, REPORT_ZONE } from '#contract/report-zone.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { audit } from '#server/audit/audit.ts';
import * as sql from './queries-exports.ts';

interface ExportKind {
  /** Begins the file's name and names the entry of the audit log. */
  name: string;
  /** What its list is called in the file. */
  list: string;
  slices(db: Ctx['db'], asked: { from: string | null; to: string | null }): AsyncGenerator<object[]>;
}
export const userAnalyticsExport: ExportKind = { name: 'user-analytics', list: 'sessions', slices: sql.streamVisits };
export const searchDataExport: ExportKind = { name: 'search-data', list: 'searches', slices: sql.streamSearches };

/** One JSON file, written as fast as it is taken. A file that is cut short does not parse, so it cannot pass for whole. */
export async function sendExport(
  what: ExportKind,
  asked: { from?: string | undefined; to?: string | undefined },
  ctx: Ctx<Actor>,
  res: Response,
): Promise<void> {
  const now = ctx.clock.now();
  const period = { from: asked.from ?? null, to: asked.to ?? null };
  await audit(ctx.db, ctx.actor, {
    at: now,
    action: `export.${what.name}`,
    subject: 'export',
    subjectId: what.name,
    after: period,
  });
  res.set({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${what.name}-${dayOf(now)}.json"`,
    'Cache-Control': 'no-store',
  });
  const head = { exportedAt: now.toISOString(), timeZone: REPORT_ZONE, ...period };
  async function* text(): AsyncGenerator<string> {
    yield `${JSON.stringify(head).slice(0, -1)},"${what.list}":[`;
    let count = 0;
    for await (const slice of what.slices(ctx.db, period)) {
      yield slice.map((one) => `${count++ > 0 ? ',' : ''}\n${JSON.stringify(one)}`).join('');
    }
    yield `\n],"count":${count}}\n`;
  }
  try {
    await pipeline(Readable.from(text()), res);
  } catch (error) {
    if (!ctx.signal.aborted) throw error;
  }
}
