import type { Knex } from 'knex';
import { z } from 'zod';
import type { SampleData } from '#contract/opening/sample-data.ts';
import { eraseAccount } from '#server/accounts/erase/erase-account.ts';
import { confirmOwnPassword } from '#server/accounts/sign-in/own-password.ts';
import { countSampleArticles, deleteSampleArticles } from '#server/articles/seed.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { conflict } from '#server/base/http/errors.ts';
import { enqueue, job } from '#server/base/jobs/queue.ts';
import { sampleAccounts } from '#server/sample/accounts.ts';
import { SAMPLE_RATING_SOURCE } from '#shared/listings/rating-source.ts';
import * as sql from './queries-sample.ts';

const emails = sampleAccounts.map(({ email }) => email);
const SHOWN = 20;
const BATCH = 500;
const ACCOUNT_BATCH = 25;

/** True while the directory has invented listings. Before this was stored, only the setting said so. */
export async function hasSampleData({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<boolean> {
  const state = await sql.readState(db);
  return state === null ? config.SAMPLE_DATA > 0 : state !== 'removed';
}

export const markSamplePresent = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  sql.writeState(db, 'present', clock.now());

/** True once the sample data was removed, so that the next start doesn't add it again. */
export const wasSampleRemoved = async (db: Knex): Promise<boolean> => {
  const state = await sql.readState(db);
  return state === 'removed' || state === 'being removed';
};

export async function findSampleData(deps: Pick<Deps, 'db' | 'config'>): Promise<SampleData> {
  const [isPresent, state, counts, articles, kept] = await Promise.all([
    hasSampleData(deps),
    sql.readState(deps.db),
    sql.countSample(deps.db, emails),
    countSampleArticles(deps.db),
    sql.findKept(deps.db, emails, SHOWN),
  ]);
  return {
    isPresent,
    isBeingRemoved: state === 'being removed',
    figures: { ...counts, articles },
    kept: {
      count: kept[0]?.total ?? 0,
      listings: kept.map(({ id, name, city, state, reasons }) => ({
        id,
        name,
        place: [city, state].filter(Boolean).join(', '),
        reasons,
      })),
    },
  };
}

/** The sample accounts go, too, so someone must be able to log in afterwards. */
async function requireOwnAdmin(db: Knex): Promise<void> {
  if (await sql.hasAdminBesides(db, emails)) return;
  throw conflict(
    'The sample administrator is removed, too. Invite an administrator of your own on Staff first, or run “npm run admin -- EMAIL” on the server.',
    'own_account_needed',
  );
}

export async function startRemoval(ctx: Ctx<Actor>, password: string): Promise<SampleData> {
  await confirmOwnPassword(ctx, password);
  if (emails.includes(ctx.actor.email))
    throw conflict('This account is sample data, too. Please log in with your own.', 'own_account_needed');
  await requireOwnAdmin(ctx.db);
  const { userId, name, email } = ctx.actor;
  await ctx.db.transaction(async (trx) => {
    await sql.writeState(trx, 'being removed', ctx.clock.now());
    await enqueue(trx, removeSample, { actor: { userId, name, email } }, { key: 'sample.remove' });
  });
  return findSampleData(ctx);
}

/** Removes the sample data in transactions of a few hundred rows. An interrupted removal continues where it stopped. */
export async function removeSampleData(
  deps: Pick<Deps, 'db' | 'clock' | 'secret' | 'config'>,
  actor: AuditActor,
  report: (step: string, count: number) => void = () => undefined,
): Promise<void> {
  const { db, clock, secret } = deps;
  await requireOwnAdmin(db);
  const { figures, kept } = await findSampleData(deps);
  await sql.writeState(db, 'being removed', clock.now());
  const inBatches = async (step: string, batch: (trx: Knex) => Promise<number>) => {
    for (let count = -1; count !== 0;) {
      count = await db.transaction(batch);
      if (count > 0) report(step, count);
    }
  };
  await db.transaction((trx) => sql.deleteRecordsOfAccounts(trx, emails));
  await inBatches('reviews', async (trx) => (await sql.deleteReviews(trx, BATCH)).length);
  await inBatches('listings', (trx) => sql.deleteListings(trx, emails, BATCH));
  await inBatches('practices', async (trx) => (await sql.deletePractices(trx, BATCH)).length);
  await inBatches('accounts', async (trx) => {
    const ids = await sql.findAccounts(trx, emails, ACCOUNT_BATCH);
    for (const id of ids) await eraseAccount(trx, secret, id, clock.now());
    return ids.length;
  });
  await db.transaction(async (trx) => {
    await deleteSampleArticles(trx, clock.now());
    await sql.clearRatings(trx, SAMPLE_RATING_SOURCE);
    await sql.writeState(trx, 'removed', clock.now());
    await audit(trx, actor, {
      at: clock.now(),
      action: 'sample.removed',
      subject: 'settings',
      note: `${Object.entries(figures)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}. ${kept.count} sample listings stayed, because people have made something for them.`,
    });
  });
}

export const removeSample = job('sample.remove', {
  payload: z.object({ actor: z.object({ userId: z.int(), name: z.string(), email: z.string() }) }),
  handle: ({ actor }, deps) => removeSampleData(deps, actor),
});
