import type { Config } from '#server/base/config.ts';
import {
  checkDatabase,
  checkDatabaseSettings,
  checkExtensions,
  checkReplicas,
  checkReplication,
  checkRights,
} from './checks/database.ts';
import { checkDkim, checkDmarc, checkEmailLogin, checkSpf } from './checks/email.ts';
import { checkClock, checkDisk, checkMemory, checkNode, checkSettings } from './checks/machine.ts';
import { checkPortal, checkPrices, checkStripe, checkWebhook } from './checks/payments.ts';
import { checkAddress, checkCertificate, checkProxies } from './checks/public-address.ts';
import { checkMigrations, checkSchema } from './checks/schema.ts';
import { checkSingleSignOn } from './checks/single-sign-on.ts';
import { checkBackup, checkDrill, checkS3 } from './checks/storage.ts';
import { checkDataHealth, checkJobs } from './checks/work.ts';
import { describeDuration, error, NotChecked, skipped, type Finding } from './finding.ts';
import { beginExamination, type Examination, type Surroundings } from './surroundings.ts';

export interface CheckResult extends Finding {
  key: string;
  label: string;
}

const LIMIT_MS = 12_000;

/** In the order of the page. Keys are labels of the metric enamel_check_state. */
const checks: [key: string, label: string, check: (examination: Examination) => Promise<Finding>][] = [
  ['settings', 'Settings', checkSettings],
  ['node', 'Node', checkNode],
  ['disk', 'Disk', checkDisk],
  ['memory', 'Memory', checkMemory],
  ['clock', 'Clock', checkClock],
  ['database', 'Database', checkDatabase],
  ['database-settings', 'Database settings', checkDatabaseSettings],
  ['database-rights', 'Database rights', checkRights],
  ['extensions', 'Extensions', checkExtensions],
  ['replication', 'Replication', checkReplication],
  ['replicas', 'Read replicas', checkReplicas],
  ['migrations', 'Migrations', checkMigrations],
  ['schema', 'Schema', checkSchema],
  ['address', 'Public address', checkAddress],
  ['certificate', 'Certificate', checkCertificate],
  ['proxies', 'Proxies', checkProxies],
  ['email-login', 'Email login', checkEmailLogin],
  ['spf', 'SPF', checkSpf],
  ['dkim', 'DKIM', checkDkim],
  ['dmarc', 'DMARC', checkDmarc],
  ['single-sign-on', 'Single sign-on', checkSingleSignOn],
  ['stripe', 'Stripe', checkStripe],
  ['stripe-prices', 'Stripe prices', checkPrices],
  ['stripe-webhook', 'Stripe webhook', checkWebhook],
  ['stripe-portal', 'Stripe customer portal', checkPortal],
  ['s3', 'S3 store', checkS3],
  ['backup', 'Backup', checkBackup],
  ['drill', 'Backup test', checkDrill],
  ['jobs', 'Background jobs', checkJobs],
  ['data-health', 'Data health', checkDataHealth],
];

export const checkKeys: readonly string[] = checks.map(([key]) => key);

interface Options {
  limitMs?: number;
  /** The checks to run. Without it, all. */
  keys?: readonly string[];
}

/** Runs checks at once. Each ends within a time limit, and none hides another. */
export async function examine(
  surroundings: Surroundings,
  { limitMs = LIMIT_MS, keys = checkKeys }: Options = {},
): Promise<CheckResult[]> {
  const examination = beginExamination(surroundings);
  const hide = hideSecrets(surroundings.config);
  return Promise.all(
    checks
      .filter(([key]) => keys.includes(key))
      .map(async ([key, label, check]) => {
        const { state, seen, fix } = await inTime(check(examination), limitMs).catch(describeFailure);
        return { key, label, state, seen: hide(seen), fix: fix && hide(fix) };
      }),
  );
}

async function inTime(finding: Promise<Finding>, limitMs: number): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Finding>((done) => {
    const late = error(
      `No answer within ${describeDuration(limitMs)}.`,
      'npm run doctor\nRun it again when the machine is less busy.',
    );
    timer = setTimeout(done, limitMs, late);
  });
  try {
    return await Promise.race([finding, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Errors of Postgres about rights and missing tables have checks of their own. */
function describeFailure(problem: unknown): Finding {
  if (problem instanceof NotChecked) return skipped(`Not checked. ${problem.message}`);
  const { code, message } = problem as Error & { code?: string };
  if (code === '42501') return skipped('Not checked. The database role lacks rights.');
  if (code === '42P01' || code === '42703' || code === '42883')
    return skipped('Not checked. The schema is incomplete.');
  return error(`This check failed: ${message}`, 'npm run doctor\nIf it fails again, report it with this line.');
}

const secretSettings = ['SECRET_KEY', 'ADMIN_PASSWORD', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'METRICS_TOKEN', 'S3_SECRET_ACCESS_KEY'] as const; // prettier-ignore

/** Replaces secrets of the settings, because messages of other programs may repeat them. */
export function hideSecrets(config: Config): (text: string) => string {
  const passwords = [config.DATABASE_URL, config.SMTP_URL].flatMap((url) => {
    const password = url === undefined ? '' : new URL(url).password;
    return URL.canParse(`http://x/?${password}`)
      ? [password, new URLSearchParams(`p=${password}`).get('p') ?? '']
      : [password];
  });
  const secrets = [...secretSettings.map((name) => config[name] ?? ''), ...passwords].filter(
    ({ length }) => length > 3,
  );
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
}
