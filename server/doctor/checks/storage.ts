import { listRecentBackups } from '#server/bulk/backup/backup-store.ts';
import { hasS3, probeS3 } from '#server/bulk/backup/s3.ts';
import { describeDuration, error, ok, skipped, warning, type Finding } from '../finding.ts';
import { findMigrations } from '../queries.ts';
import type { Examination } from '../surroundings.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export async function checkS3({ config }: Examination): Promise<Finding> {
  if (!hasS3(config)) return skipped('S3_BUCKET isn’t set, so backups stay in DATA_DIR.');
  const store = `The store ${new URL(config.S3_ENDPOINT!).host}`;
  try {
    await probeS3(config);
    return ok(`${store} writes, reads, and deletes in ${config.S3_BUCKET}.`);
  } catch (problem) {
    const { message, cause } = problem as Error & { cause?: { code?: string } };
    const reason = cause?.code ?? message;
    const fix = /NoSuchBucket/.test(reason)
      ? `aws s3 mb s3://${config.S3_BUCKET} --endpoint-url ${config.S3_ENDPOINT}`
      : /RequestTimeTooSkewed/.test(reason)
        ? 'sudo timedatectl set-ntp true'
        : / 40[13]/.test(reason)
          ? `Correct S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, and S3_REGION, and let the key use s3:PutObject, s3:GetObject, and s3:DeleteObject in ${config.S3_BUCKET}.`
          : `curl -v ${config.S3_ENDPOINT}\nCorrect S3_ENDPOINT and S3_BUCKET.`;
    return error(`${store} can’t be used: ${reason}.`, fix);
  }
}

const BACK_UP = 'npm run backup -- today.enamel\nOr create one under Backups, where failed ones say why.';

export async function checkBackup({ database, clock }: Examination): Promise<Finding> {
  const db = await database();
  const [last] = (await listRecentBackups({ db })).filter(({ place }) => place !== 'download');
  const now = clock.now().getTime();
  if (!last) {
    const since = (await findMigrations(db))?.firstAt;
    return since && now - since.getTime() > 36 * HOUR_MS
      ? error('There is no backup.', BACK_UP)
      : ok('The first backup runs tonight.');
  }
  const age = now - last.madeAt.getTime();
  if (last.damaged)
    return error(`The last backup, ${last.name}, is damaged.`, `${BACK_UP}\nCheck the disk or the S3 store.`);
  const seen = `The last backup is ${describeDuration(age)} old.`;
  if (age > 2 * DAY_MS) return error(seen, BACK_UP);
  return age > 26 * HOUR_MS ? warning(seen, BACK_UP) : ok(seen);
}

export async function checkDrill({ database, clock }: Examination): Promise<Finding> {
  const db = await database();
  const test = 'Choose Test under Backups (/admin/backups).';
  const drills = (await listRecentBackups({ db })).filter(({ drilledAt }) => drilledAt !== null);
  const last = drills.toSorted((a, b) => b.drilledAt!.getTime() - a.drilledAt!.getTime())[0];
  if (!last) {
    const since = (await findMigrations(db))?.firstAt;
    return since && clock.now().getTime() - since.getTime() > 8 * DAY_MS
      ? warning('No backup has ever been restored for a test.', test)
      : ok('The first test of a backup runs on Sunday.');
  }
  const ago = describeDuration(clock.now().getTime() - last.drilledAt!.getTime());
  if (last.drillStatus === 'failed')
    return error(
      `The test of a backup failed ${ago} ago: ${last.drillMessage ?? 'no reason was recorded'}`,
      `${test}\n${BACK_UP}`,
    );
  return clock.now().getTime() - last.drilledAt!.getTime() > 8 * DAY_MS
    ? warning(`The last test of a backup was ${ago} ago.`, test)
    : ok(`A backup was restored and verified ${ago} ago.`);
}
