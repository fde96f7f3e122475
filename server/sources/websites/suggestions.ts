import { createHash, randomBytes } from 'node:crypto';
import { writeFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import type * as contract from '#contract/suggestions.ts';
import { getFieldLabel } from '#shared/bulk/fields.ts';
import { findSource } from '#shared/sources/sources.ts';
import { suggestionTopics } from '#shared/sources/suggestions.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { notFound, Refusal } from '#server/base/http/errors.ts';
import { startImport } from '#server/bulk/importer/importer.ts';
import type { BulkDeps, StartedRun } from '#server/bulk/importer/import-lock.ts';
import { formatCsvLine } from '#server/bulk/read/cells.ts';
import { lockOwnListing, requireRole, sourceOf } from '#server/listings/access/access.ts';
import { rejectPausedChanges } from '#server/listings/access/plan.ts';
import { changeListing } from '#server/listings/history.ts';
import { findOwnListing } from '#server/listings/owner/owner.ts';
import * as sql from './queries-websites.ts';
import { dueBefore } from './visit-websites.ts';

const info = findSource('website')!;
const SHOWN = 100;

const labels: Record<(typeof suggestionTopics)[number], string> = {
  hours: 'Office hours',
  languages: 'Languages',
  insurancePlans: 'Insurance plans',
  services: 'Services',
  bookingUrl: 'Book online',
};

const describe = ({ id, topic, stated, page, quote, certainty, seenAt }: sql.SuggestionRow) => ({
  id,
  topic,
  values: info.fills.flatMap((field) =>
    stated[field] === undefined ? [] : [{ label: getFieldLabel(field), value: stated[field] }],
  ),
  page,
  quote,
  certainty,
  seenAt,
});

export async function listSuggestions(
  deps: Pick<Deps, 'db' | 'clock'>,
  topic: sql.Chosen['topic'],
): Promise<z.input<(typeof contract.listSuggestions)['reply']>> {
  const [counts, websites, found] = await Promise.all([
    sql.countOpen(deps.db),
    sql.countWebsites(deps.db, dueBefore(deps)),
    sql.findForStaff(deps.db, { topic, ids: null }, SHOWN),
  ]);
  return {
    topics: suggestionTopics.map((key) => {
      const { open = 0, forOwners = 0 } = counts.find((count) => count.topic === key) ?? {};
      return { topic: key, label: labels[key], open, forOwners };
    }),
    websites,
    suggestions: found.map((row) => ({
      ...describe(row),
      dentistId: row.dentistId,
      name: row.name,
      href: `/profile/${row.dentistId}`,
    })),
  };
}

/**
 * Applies suggestions to unclaimed listings as one import of the source, which leaves its name and date on each field and can be undone.
 * Its date is the day of the oldest visit. Suggestions for claimed listings wait for their owners.
 */
export async function acceptSuggestions(deps: BulkDeps, chosen: sql.Chosen, actor: AuditActor): Promise<StartedRun> {
  const found = await sql.findForStaff(deps.db, chosen, null);
  if (found.length === 0)
    throw new Refusal(422, 'nothing_open', 'There is no open suggestion for an unclaimed listing.');
  const byListing = new Map<number, Record<string, string>>();
  for (const { dentistId, stated } of found) byListing.set(dentistId, { ...byListing.get(dentistId), ...stated });
  const lines = [...byListing].map(([id, stated]) => formatCsvLine([id, ...info.fills.map((field) => stated[field])]));
  const text = formatCsvLine(['id', ...info.fills]) + lines.join('');
  const path = join(tmpdir(), `source-${randomBytes(12).toString('hex')}.csv`);
  await writeFile(path, text, { mode: 0o600 });
  const remove = () => rm(path, { force: true });
  const oldest = found.reduce((day, { seenAt }) => (seenAt < day ? seenAt : day), found[0]!.seenAt);
  try {
    return await startImport(deps, {
      actor,
      options: { dryRun: false },
      file: {
        path,
        name: 'websites.csv',
        bytes: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
        encoding: { encoding: 'utf-8', bom: false, broken: 0, note: null },
        remove,
      },
      mapping: Object.fromEntries(['id', ...info.fills].map((field) => [field, field])),
      feed: {
        source: info.key,
        name: info.name,
        asOf: oldest.toISOString().slice(0, 10),
        rows: byListing.size,
        matched: byListing.size,
        possible: 0,
      },
    });
  } catch (error) {
    await remove();
    throw error;
  }
}

export async function declineSuggestions(ctx: Ctx<Actor>, ids: readonly number[]): Promise<number> {
  return ctx.db.transaction(async (trx) => {
    const open = await sql.findForStaff(trx, { topic: null, ids }, null);
    const declined = await sql.decline(
      trx,
      open.map(({ id }) => id),
      ctx.clock.now(),
    );
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'source.declined',
      subject: 'source',
      subjectId: info.key,
      note: `Declined ${declined} ${declined === 1 ? 'suggestion' : 'suggestions'} of websites.`,
    });
    return declined;
  });
}

export async function findOwnSuggestions(
  ctx: Ctx<Actor>,
  id: number,
): Promise<z.input<(typeof contract.ownSuggestions)['reply']>> {
  await requireRole(ctx.db, ctx.actor, id);
  return (await sql.findOfListing(ctx.db, id)).map(describe);
}

async function requireSuggestion(trx: Ctx<Actor>['db'], id: number, suggestion: number): Promise<sql.SuggestionRow> {
  const found = (await sql.findOfListing(trx, id)).find((row) => row.id === suggestion);
  if (!found) throw notFound('This suggestion is no longer open.');
  return found;
}

/** Takes a suggestion into a listing in the name of its owner or manager, because their answer makes it the practice's own word. */
export const acceptOwnSuggestion = (ctx: Ctx<Actor>, id: number, suggestion: number) =>
  ctx.db.transaction(async (trx) => {
    const { listing, role } = await lockOwnListing(trx, ctx.actor, id);
    const { stated } = await requireSuggestion(trx, id, suggestion);
    const { services, ...values } = stated;
    const serviceIds = services === undefined ? {} : { serviceIds: await sql.findServiceIdsByName(trx, services.split('; ')) }; // prettier-ignore
    const source = sourceOf(ctx.actor, role);
    const changes = await changeListing(trx, id, { ...values, ...serviceIds }, source, ctx.clock.now(), listing);
    await rejectPausedChanges(trx, id, changes);
    return findOwnListing(trx, id, role);
  });

export const declineOwnSuggestion = (ctx: Ctx<Actor>, id: number, suggestion: number): Promise<number> =>
  ctx.db.transaction(async (trx) => {
    await lockOwnListing(trx, ctx.actor, id);
    await requireSuggestion(trx, id, suggestion);
    return sql.decline(trx, [suggestion], ctx.clock.now());
  });
