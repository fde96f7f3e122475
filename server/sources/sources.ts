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
import type { StartedRun } from '#server/bulk/importer/import-lock.ts';
import { checkAddress, fetchFile, type FetchRules } from './fetch-file.ts';
import { geocodeBatch } from './geocode.ts';
import * as sql from './queries-overview.ts';
import { fetchLinks, isPage, pickRegistryFiles } from './registry-page.ts';
import { runSource } from './run-source.ts';
import { startVisits } from './websites/visit-websites.ts';

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
      const setting = settings.find(({ key }) => key === info.key);
      const { priority = DEFAULT_PRIORITY, every = null, triedAt = null, failure = null } = setting ?? {};
      const url = setting?.url ?? info.address ?? null;
      const ofSource = runs.filter(({ source }) => source === info.key);
      const applied = ofSource.find(({ isApplied }) => isApplied);
      const { state: _state, address: _address, ...shown } = info;
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

/** A source with an address of its own, and websites, need none. */
const needsAddress = ({ address, kind }: SourceInfo): boolean => address === undefined && kind !== 'website';
const withoutAddress = sources.filter((info) => !needsAddress(info)).map(({ key }) => key);

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
  else if (every !== null && needsAddress(info))
    throw badRequest('Enter the address to fetch the file from.', { url: 'Enter an address.' });
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
  const url = (await sql.findSettings(ctx.db)).find((setting) => setting.key === key)?.url ?? info.address;
  if (!url) throw badRequest(`Enter the address of ${info.name} first.`);
  try {
    if (info.kind === 'geocoder') {
      const run = await geocodeBatch(ctx, url, outboundRules(ctx), { apply: false, actor: ctx.actor });
      if (run) return run;
      throw new Refusal(422, 'nothing_to_ask', 'The geocoder has answered for every address of the directory.');
    }
    const [next] = await findFiles(ctx, info, url, outboundRules(ctx));
    if (next === undefined)
      throw new Refusal(422, 'nothing_new', `Every file on the page of the ${info.name} has been applied.`);
    const { file, changedOn } = await fetchFile(next, info, outboundRules(ctx));
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
  for (const { key, url } of await sql.claimDue(deps.db, at, withoutAddress)) {
    const info = findSource(key);
    if (!info) continue;
    try {
      const failure = await fetchAndApply(deps, info, url, rules, 'Schedule');
      await sql.saveFetch(deps.db, key, at, failure);
    } catch (error) {
      const why = error instanceof OutboundError ? error.message : asRefusal(error)?.message;
      if (why === undefined) throw error;
      await sql.saveFetch(deps.db, key, null, why);
    }
  }
}

/** Fetches and applies a source. Returns why it failed, or null. */
export async function fetchAndApply(
  deps: Deps,
  info: SourceInfo,
  url: string | null,
  rules: FetchRules,
  userName?: string,
): Promise<string | null> {
  const by = { apply: true, actor: null, ...(userName === undefined ? {} : { userName }) };
  if (info.kind === 'website') {
    await startVisits(deps);
    return null;
  }
  const address = url ?? info.address!;
  if (info.kind === 'geocoder') {
    for (;;) {
      const run = await geocodeBatch(deps, address, rules, by);
      if (!run) return null;
      const { status, message } = await run.finished;
      // A batch that changes much waits for staff, and the next one waits for it.
      if (status !== 'done') return status === 'failed' ? message : null;
    }
  }
  for (const next of await findFiles(deps, info, address, rules)) {
    const { file, changedOn } = await fetchFile(next, info, rules);
    const asOf = changedOn ?? deps.clock.now().toISOString().slice(0, 10);
    const { status, message } = await (await runSource(deps, { info, file, asOf, ...by })).finished;
    // A file that changes much waits for staff, and the next one waits for it.
    if (status !== 'done') return status === 'failed' ? message : null;
  }
  return null;
}

/** The files to fetch: the address itself, or the files that are new on a page. */
async function findFiles({ db }: Pick<Deps, 'db'>, info: SourceInfo, address: string, rules: FetchRules) {
  if (info.kind !== 'registry' || !isPage(address)) return [address];
  return pickRegistryFiles(await fetchLinks(address, info, rules), await sql.findAppliedFiles(db, info.key));
}
