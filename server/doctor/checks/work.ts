import { findLastDay } from '#server/data-health/data-health.ts';
import { combine, countOf, describeDuration, error, listSome, ok, warning, type Finding } from '../finding.ts';
import { readJobs } from '../queries.ts';
import type { Examination } from '../surroundings.ts';

const LATE_SECONDS = 300;
const STOPPED_MS = 5 * 60_000;

export async function checkJobs({ database, clock }: Examination): Promise<Finding> {
  const { late, failed, lastTick } = await readJobs(await database(), clock.now());
  const problems: Finding[] = [];
  const sinceTick = lastTick ? clock.now().getTime() - lastTick.getTime() : null;
  if (sinceTick === null || sinceTick > STOPPED_MS)
    problems.push(
      error(
        sinceTick === null
          ? 'No server has run background jobs yet.'
          : `No server has run background jobs for ${describeDuration(sinceTick)}.`,
        'sudo systemctl restart enamel\nOr npm start, and look at its log.',
      ),
    );
  const veryLate = late.filter(({ seconds }) => seconds > LATE_SECONDS);
  if (veryLate.length > 0)
    problems.push(
      error(
        `Jobs are late, the oldest by ${describeDuration(veryLate[0]!.seconds * 1_000)}: ${listSome(veryLate.map(({ name, count }) => `${count} ${name}`))}.`,
        'Look for “job failed” in the log (sudo journalctl -u enamel), and start another server if this one is busy.',
      ),
    );
  if (failed > 0)
    problems.push(
      warning(
        `${countOf(failed, 'job')} failed for good.`,
        'Choose Try again or Dismiss on Home (/admin), which shows the reason.',
      ),
    );
  return combine(problems, ok('No job is late.'));
}

export async function checkDataHealth({ database, clock }: Examination): Promise<Finding> {
  const last = await findLastDay({ db: await database(), clock });
  if (!last) return ok('Listings are counted tonight.');
  const { total, counts } = last;
  if (total === 0)
    return warning('The directory has no listings.', 'npm run import -- FILE\nOr open Imports (/admin/imports).');
  const { wrong_number: wrongNumbers = 0, duplicate: duplicates = 0 } = counts;
  const problems: Finding[] = [];
  if (wrongNumbers > 0)
    problems.push(
      warning(
        `${countOf(wrongNumbers, 'listing')} can’t be reached by phone.`,
        'Open /admin/data-health?list=wrong_number',
      ),
    );
  if (duplicates > total / 100)
    problems.push(
      warning(
        `${countOf(duplicates, 'listing')} of ${total.toLocaleString('en-US')} may be duplicates.`,
        'Open /admin/data-health?list=duplicate',
      ),
    );
  return combine(problems, ok(`${countOf(total, 'listing')}, and no phone number is known to be wrong.`));
}
