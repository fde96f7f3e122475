import type { z } from 'zod';
import type * as contract from '#contract/sources.ts';
import type { Source, SourceRun } from '#contract/sources.ts';
import { getFieldLabel } from '#shared/bulk/fields.ts';
import { DEFAULT_PRIORITY } from '#shared/sources/origins.ts';
import { findSource, sources, type SourceInfo } from '#shared/sources/sources.ts';
import { outboundRules } from '#server/articles/brands.ts';
import { OutboundError } from '#server/articles/outbound.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { asRefusal, badRequest, notFound, Refusal } from '#server/base/http/errors.ts';
import { formatCsvLine } from '#server/bulk/read/cells.ts';
import type { StartedRun } from '#server/bulk/importer/import-lock.ts';
import { checkAddress, fetchFile, type FetchRules } from './fetch-file.ts';
import * as sql from './queries-overview.ts';
import { runSource } from './run-source.ts';

type LastRun = Awaited<ReturnType<typeof sql.findLastRuns>>[number];

export function requireSource(key: string): SourceInfo {
  const info = findSource(key);
  if (!info) throw notFound('There is no such source.');
  return info;
}

function describeRun({ id, status, createdAt, fileName, message, feed }: LastRun): SourceRun {
  return {
    id,
    status,
    createdAt: createdAt.toISOString(),
    fileName,
    message,
    asOf: feed?.asOf ?? null,
    matching: feed && { rows: feed.rows, matched: feed.matched, possible: feed.possible },
    fields: Object.entries(feed?.fields ?? {}).map(([field, counts]) => ({
      field,
      label: getFieldLabel(field),
      ...counts,
    })),
  };
}

/** Each source with its settings, its last runs, and the listings that have values from it. */
export async function listSources({ db }: Pick<Deps, 'db'>): Promise<{ total: number; sources: Source[] }> {
  const [runs, settings, values, total] = await Promise.all([
    sql.findLastRuns(db),
    sql.findSettings(db),
    sql.countValues(db),
    sql.countListings(db),
  ]);
  return {
    total,
    sources: sources.map((info): Source => {
      const {
        priority = DEFAULT_PRIORITY,
        url = null,
        every = null,
        triedAt = null,
        failure = null,
      } = settings.find(({ key }) => key === info.key) ?? {};
      const ofSource = runs.filter(({ source }) => source === info.key);
      const applied = ofSource.find(({ isApplied }) => isApplied);
      const { kind: _kind, state: _state, ...shown } = info;
      return {
        ...shown,
        fills: info.fills.map((field) => getFieldLabel(field)),
        hosts: [...info.hosts],
        priority,
        url,
        every,
        triedAt: triedAt?.toISOString() ?? null,
        failure,
        lastRun: ofSource[0] ? describeRun(ofSource[0]) : null,
        appliedRun: applied ? describeRun(applied) : null,
        listings: values.find(({ source }) => source === info.key)?.listings ?? 0,
      };
    }),
  };
}

export async function changeSource(
  ctx: Ctx<Actor>,
  key: string,
  { priority, url, every }: z.output<(typeof contract.changeSource)['body']>,
): Promise<Source> {
  const info = requireSource(key);
  const address = url === '' ? null : url;
  if (address !== null)
    try {
      checkAddress(address, info, outboundRules(ctx));
    } catch (error) {
      if (error instanceof OutboundError) throw badRequest(error.message, { url: error.message });
      throw error;
    }
  else if (every !== null) throw badRequest('Enter the address to fetch the file from.', { url: 'Enter an address.' });
  await ctx.db.transaction(async (trx) => {
    const before = (await sql.findSettings(trx)).find((setting) => setting.key === key);
    await sql.saveSetting(trx, { key, priority, url: address, every });
    await audit(trx, ctx.actor, {
      at: ctx.clock.now(),
      action: 'source.changed',
      subject: 'source',
      subjectId: key,
      before: before ? { priority: before.priority, url: before.url, every: before.every } : null,
      after: { priority, url: address, every },
      note: `Changed how ${info.name} is fetched.`,
    });
  });
  return (await listSources(ctx)).sources.find((source) => source.key === key)!;
}

/** Fetches a source from its address, and previews the file. */
export async function fetchAndPreview(ctx: Ctx<Actor>, key: string): Promise<StartedRun> {
  const info = requireSource(key);
  const url = (await sql.findSettings(ctx.db)).find((setting) => setting.key === key)?.url;
  if (!url) throw badRequest(`Enter the address of ${info.name} first.`);
  try {
    const { file, changedOn } = await fetchFile(url, info, outboundRules(ctx));
    const asOf = changedOn ?? ctx.clock.now().toISOString().slice(0, 10);
    return await runSource(ctx, { info, file, asOf, apply: false, actor: ctx.actor });
  } catch (error) {
    if (error instanceof OutboundError) throw new Refusal(422, 'fetch_failed', error.message);
    throw error;
  }
}

/** Fetches and applies the sources that are due. A file with warnings stays a preview, and a failure is tried again the next day. */
export async function fetchDueSources(deps: Deps, rules: FetchRules = outboundRules(deps)): Promise<void> {
  const at = deps.clock.now();
  for (const { key, url } of await sql.claimDue(deps.db, at)) {
    const info = findSource(key);
    if (!info) continue;
    try {
      const { file, changedOn } = await fetchFile(url, info, rules);
      const asOf = changedOn ?? at.toISOString().slice(0, 10);
      const { finished } = await runSource(deps, { info, file, asOf, apply: true, actor: null, userName: 'Schedule' });
      const { status, message } = await finished;
      await sql.saveFetch(deps.db, key, at, status === 'failed' ? message : null);
    } catch (error) {
      const why = error instanceof OutboundError ? error.message : asRefusal(error)?.message;
      if (why === undefined) throw error;
      await sql.saveFetch(deps.db, key, null, why);
    }
  }
}

/** The addresses without a point as the geocoder's batch: id, street, city, state, and ZIP code, without a header. */
export async function formatAddresses({ db }: Pick<Deps, 'db'>): Promise<string> {
  const addresses = await sql.findAddresses(db);
  return addresses.map(({ id, address, city, state, zip }) => formatCsvLine([id, address, city, state, zip])).join('');
}
