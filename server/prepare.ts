import { ensureAdmin } from './accounts/admin/create-admin.ts';
import { seedArticles } from './articles/seed.ts';
import { hashPassword } from './accounts/sign-in/password.ts';
import { sweepBackupRuns } from './bulk/backup/backup-runs.ts';
import { deleteAbandonedUploads } from './bulk/read/spool.ts';
import { watchDeadRuns } from './bulk/runs/runs.ts';
import { seedClaims } from './claims/sample/sample-claims.ts';
import { storeSamplePictures } from './listings/photos/sample/sample-pictures.ts';
import { beginSetup, findSetupLink } from './opening/setup/opening-state.ts';
import { markSamplePresent, wasSampleRemoved } from './opening/sample/sample-data.ts';
import { sampleAccounts } from './sample/accounts.ts';
import { seedSample, type Progress as SampleProgress } from './sample/seed.ts';
import { showProgress, type Progress } from './base/progress.ts';
import type { Deps } from './base/http/context.ts';

/** Creates the sample data and the first admin in a new database. Returns lines to print. */
export async function prepare(deps: Deps, databaseUrl: string): Promise<string[]> {
  watchDeadRuns(deps);
  await deleteAbandonedUploads(deps.config.DATA_DIR);
  await sweepBackupRuns(deps);
  const { SAMPLE_DATA, ADMIN_EMAIL, ADMIN_PASSWORD } = deps.config;
  await beginSetup(deps);
  const sample = {
    count: SAMPLE_DATA,
    clock: deps.clock,
    hashPassword,
    progress: createTerminalProgress(),
    storePictures: () => storeSamplePictures(deps),
  };
  if (SAMPLE_DATA > 0 && !(await wasSampleRemoved(deps.db)) && (await seedSample(databaseUrl, sample))) {
    await markSamplePresent(deps);
    await seedClaims(deps);
    await seedArticles(deps);
  }
  if (ADMIN_EMAIL && ADMIN_PASSWORD && (await ensureAdmin(deps, ADMIN_EMAIL, ADMIN_PASSWORD)))
    deps.log.info({ email: ADMIN_EMAIL }, 'admin created');
  const setupLink = await findSetupLink(deps);
  if (setupLink) return [`Set up this directory: ${setupLink}`];
  return SAMPLE_DATA > 0 ? await listSampleAccounts(deps) : [];
}

/** Prints a progress bar for each seeding step. */
export function createTerminalProgress(): (state: SampleProgress) => void {
  let current: { step: string; bar: Progress; done: number } | null = null;
  return ({ step, done, total }) => {
    if (current?.step !== step) {
      current?.bar.done();
      if (step === 'Done') return;
      current = { step, bar: showProgress(step, done < total ? total : undefined), done: 0 };
    }
    current.bar.tick(done - current.done);
    current.done = done;
  };
}

/** Lists the sample accounts that still exist. */
async function listSampleAccounts(deps: Deps): Promise<string[]> {
  const emails = sampleAccounts.map(({ email }) => email);
  const existingEmails = (await deps.db('users').whereIn('email', emails).pluck('email')) as string[];
  const lines = sampleAccounts
    .filter(({ email }) => existingEmails.includes(email))
    .map(({ role, email, password }) => `  ${role.padEnd(6)} ${email}  ${password}`);
  return lines.length > 0 ? ['Sample accounts:', ...lines] : [];
}
