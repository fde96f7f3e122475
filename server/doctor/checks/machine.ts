import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { combine, describeBytes, describeDuration, error, ok, warning, type Finding } from '../finding.ts';
import { readDatabase } from '../queries.ts';
import type { Examination } from '../surroundings.ts';

const GIGABYTE = 1e9;
/** The last day with security fixes, by https://github.com/nodejs/release. */
const NODE_ENDS: Record<string, string> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

export async function checkSettings({ settingProblems, config }: Examination): Promise<Finding> {
  const problems = settingProblems.map((problem) => error(problem, `Correct ${problem.split(' ')[0]}.`));
  if (config.production) {
    const placeholders = (['MAIL_FROM', 'SUPPORT_EMAIL'] as const).filter((name) =>
      config[name].includes('enamel.example'),
    );
    for (const name of placeholders)
      problems.push(
        warning(
          `${name} is still the placeholder ${config[name]}.`,
          `Set ${name} to an address of yours, such as ${name}=hello@your-domain.com`,
        ),
      );
  }
  return combine(problems, ok('All settings are valid.'));
}

export async function checkNode({ machine: { nodeVersion, readTime } }: Examination): Promise<Finding> {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number);
  const fix = 'Install Node 24 from https://nodejs.org, and restart the server.';
  if (major < 20 || (major === 20 && minor < 19))
    return error(`Node ${nodeVersion} is too old. This release needs 20.19 or newer.`, fix);
  const end = NODE_ENDS[major];
  if (end !== undefined && Date.parse(end) < readTime())
    return warning(`Node ${nodeVersion} has had no security fixes since ${end}.`, fix);
  return ok(`Node ${nodeVersion}.`);
}

export async function checkDisk({ machine, config }: Examination): Promise<Finding> {
  let folder = resolve(config.DATA_DIR);
  // A start creates DATA_DIR in the nearest folder that exists.
  while (!existsSync(folder)) folder = dirname(folder);
  const probe = join(folder, `.probe-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(probe, 'probe');
  } catch (problem) {
    return error(
      `This user can’t write to ${folder} (${(problem as NodeJS.ErrnoException).code}).`,
      `sudo chown -R "$(id -un)" ${folder}\nOr set DATA_DIR to a folder that this user may write to.`,
    );
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
  const { free, total } = await machine.readDisk(folder);
  const seen = `${describeBytes(free)} of ${describeBytes(total)} are free in ${folder}.`;
  const fix = `sudo du -xh --max-depth=2 ${folder} | sort -h | tail\nDelete what you don’t need there, enlarge the disk, or set DATA_DIR to a larger one.`;
  if (free < GIGABYTE) return error(seen, fix);
  return free < 5 * GIGABYTE ? warning(seen, fix) : ok(seen);
}

export async function checkMemory({ machine }: Examination): Promise<Finding> {
  const { free, total } = machine.readMemory();
  const seen = `${describeBytes(free)} of ${describeBytes(total)} are free.`;
  if (total < 0.9 * GIGABYTE) return warning(seen, 'Give the server at least 1 GB of memory.');
  return free < Math.max(0.05 * total, 0.1 * GIGABYTE)
    ? warning(seen, 'ps -eo rss,args --sort=-rss | head\nStop what isn’t needed, or lower PAGE_CACHE_MB.')
    : ok(seen);
}

const CLOCK_WARNING_MS = 5_000;
const CLOCK_ERROR_MS = 60_000;

/** Compares clocks, because two-factor codes, S3, and Stripe's signatures depend on them. */
export async function checkClock(examination: Examination): Promise<Finding> {
  const { machine, database, publicReply } = examination;
  const compared: { name: string; difference: number }[] = [];
  await Promise.allSettled([
    database().then(async (db) => {
      await readDatabase(db);
      const begun = machine.readTime();
      const { milliseconds } = await readDatabase(db);
      compared.push({ name: 'the database’s', difference: (begun + machine.readTime()) / 2 - milliseconds });
    }),
    publicReply().then(({ date, askedAt }) => {
      // The header has whole seconds.
      if (date !== null) compared.push({ name: 'PUBLIC_URL’s', difference: askedAt - (date + 500) });
    }),
  ]);
  if (compared.length === 0) return { state: 'skipped', seen: 'No other clock answered to compare with.', fix: null };
  const fix = 'sudo timedatectl set-ntp true\nRun it on this machine and on the database’s.';
  return combine(
    compared
      .filter(({ difference }) => Math.abs(difference) > CLOCK_WARNING_MS)
      .map(({ name, difference }) =>
        (Math.abs(difference) > CLOCK_ERROR_MS ? error : warning)(
          `This clock is ${describeDuration(Math.abs(difference))} ${difference > 0 ? 'ahead of' : 'behind'} ${name}.`,
          fix,
        ),
      ),
    ok(`This clock agrees with ${compared.map(({ name }) => name).join(' and ')}.`),
  );
}
