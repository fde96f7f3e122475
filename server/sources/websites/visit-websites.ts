import { z } from 'zod';
import type { Deps } from '#server/base/http/context.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { outboundRules } from '#server/articles/brands.ts';
import * as sql from './queries-websites.ts';
import { readSite } from './read-site.ts';
import { ROBOT_NAME, visitSite, type VisitRules } from './visit-site.ts';

/** A website is visited again after four weeks. */
const REVISIT_MS = 28 * 86_400_000;
/** A visit of six requests takes a minute at most. The rest is for a server that stops. */
const HOLD_MS = 10 * 60_000;
const BATCH_SIZE = 50;

type VisitDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

export const dueBefore = ({ clock }: Pick<Deps, 'clock'>): Date => new Date(clock.now().getTime() - REVISIT_MS);

const visitRules = (deps: VisitDeps): VisitRules => ({
  ...outboundRules(deps),
  userAgent: `Mozilla/5.0 (compatible; ${ROBOT_NAME}/1.0; +${deps.config.PUBLIC_URL})`,
});

/** Visits the next due websites, each of another host at the same time, and stores what they state. Returns how many it visited. */
export async function visitNext(deps: VisitDeps, rules: Partial<VisitRules> = {}): Promise<number> {
  const { db, clock } = deps;
  const at = clock.now();
  const claimed = await sql.claimWebsites(db, at, dueBefore(deps), new Date(at.getTime() + HOLD_MS), BATCH_SIZE);
  if (claimed.length === 0) return 0;
  const [listings, services] = await Promise.all([
    sql.findListingsOf(
      db,
      claimed.map(({ website }) => website),
    ),
    sql.findServiceNames(db),
  ]);
  await Promise.all(
    claimed.map(async ({ website }) => {
      const { pages, problem } = await visitSite(website, { ...visitRules(deps), ...rules });
      await db.transaction(async (trx) => {
        if (pages.length > 0)
          for (const listing of listings)
            if (listing.website === website)
              await sql.saveStatements(trx, listing.id, readSite(pages, listing, services), at);
        await sql.saveVisit(trx, { website, at, pages: pages.length, problem });
      });
    }),
  );
  return claimed.length;
}

export const visitWebsitesJob = job('sources.visit-websites', {
  payload: z.object({}),
  async handle(_payload, deps) {
    if ((await visitNext(deps)) > 0) await enqueueVisits(deps);
  },
});

const enqueueVisits = ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  enqueue(db, visitWebsitesJob, {}, { key: 'sources.visit-websites' });

/** Visits all due websites in the background, a batch per job. Returns how many are due. */
export async function startVisits(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  await sql.addWebsites(deps.db);
  const { due } = await sql.countWebsites(deps.db, dueBefore(deps));
  if (due > 0) await enqueueVisits(deps);
  return due;
}

/** Visits all due websites now, for the command. */
export async function visitAll(
  deps: VisitDeps,
  report: (visited: number) => void,
  rules?: Partial<VisitRules>,
): Promise<number> {
  await sql.addWebsites(deps.db);
  let visited = 0;
  for (let batch = -1; batch !== 0; visited += batch, report(visited)) batch = await visitNext(deps, rules);
  return visited;
}
