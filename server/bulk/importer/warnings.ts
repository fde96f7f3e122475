import type { Knex } from 'knex';
import type { ImportWarning } from '../runs/queries-runs.ts';
import type { RunCounts } from '../runs/run-messages.ts';
import { hasFewerListingsThan } from '../plan/queries-totals.ts';

/** Below this many rows, people see for themselves what a file does. */
const MIN_ROWS = 20;
const formatNumber = (n: number) => n.toLocaleString('en-US');

/** The signs of a misread file, which the operator confirms before a dry run is applied. */
export async function listWarnings(
  trx: Knex,
  counts: RunCounts,
  mapped: ReadonlySet<string>,
): Promise<ImportWarning[]> {
  const warnings: ImportWarning[] = [];
  const added = formatNumber(counts.new);
  const isMany = counts.new >= MIN_ROWS;
  if (isMany && !mapped.has('state'))
    warnings.push({
      code: 'no_state',
      text: `No column is mapped to State, so ${added} new listings would have none.`,
    });
  if (isMany && !mapped.has('zipCode'))
    warnings.push({
      code: 'no_zip',
      text: `No column is mapped to ZIP code, so ${added} new listings would have none and rows can’t be matched by it.`,
    });
  if (isMany && counts.changed + counts.same === 0 && !(await hasFewerListingsThan(trx, 1)))
    warnings.push({
      code: 'nothing_matched',
      text: `No row matches a listing in the directory, so all ${added} would be added as new.`,
    });
  if (counts.changed >= MIN_ROWS && (await hasFewerListingsThan(trx, counts.changed * 10)))
    warnings.push({
      code: 'many_changes',
      text: `${formatNumber(counts.changed)} listings would change, more than a tenth of the directory.`,
    });
  return warnings;
}
