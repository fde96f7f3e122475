import { ensureAdmin } from './accounts/create-admin.ts';
import { seedArticles } from './articles/seed.ts';
import { hashPassword } from './accounts/password.ts';
import { watchDeadRuns } from './bulk/runs/runs.ts';
import { sampleAccounts, seedSample, type Progress as SampleProgress } from './db/sample/seed.ts';
import { progress, type Progress } from './progress.ts';
import type { Deps } from './http/context.ts';

/** What a new database needs before its first request: sample listings and accounts, the first admin. Returns lines to print. */
export async function prepare(deps: Deps, databaseUrl: string): Promise<string[]> {
  watchDeadRuns(deps);
  const { SAMPLE_DATA, ADMIN_EMAIL, ADMIN_PASSWORD } = deps.config;
  const sample = { count: SAMPLE_DATA, clock: deps.clock, hashPassword, progress: inTerminal() };
  if (SAMPLE_DATA > 0 && (await seedSample(databaseUrl, sample))) await seedArticles(deps);
  if (ADMIN_EMAIL && ADMIN_PASSWORD && (await ensureAdmin(deps, ADMIN_EMAIL, ADMIN_PASSWORD)))
    deps.log.info({ email: ADMIN_EMAIL }, 'administrator made');
  return SAMPLE_DATA > 0 ? await sampleSignIns(deps) : [];
}

/** Draws the steps of seeding as they come. */
export function inTerminal(): (state: SampleProgress) => void {
  let current: { step: string; bar: Progress; done: number } | null = null;
  return ({ step, done, total }) => {
    if (current?.step !== step) {
      current?.bar.done();
      current = { step, bar: progress(step, done < total ? total : undefined), done: 0 };
    }
    current.bar.tick(done - current.done);
    current.done = done;
    if (step === 'Tidying') current.bar.done();
  };
}

/** Only while the sample accounts still exist as they were made. */
async function sampleSignIns(deps: Deps): Promise<string[]> {
  const emails = sampleAccounts.map((one) => one.email);
  const known = (await deps.db('users').whereIn('email', emails).pluck('email')) as string[];
  const lines = sampleAccounts
    .filter((one) => known.includes(one.email))
    .map((one) => `  ${one.role.padEnd(6)} ${one.email}  ${one.password}`);
  return lines.length > 0 ? ['Sample accounts:', ...lines] : [];
}
