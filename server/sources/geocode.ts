import type { Deps } from '#server/base/http/context.ts';
import { formatCsvLine } from '#server/bulk/read/cells.ts';
import type { BulkDeps, StartedRun } from '#server/bulk/importer/import-lock.ts';
import { asRefusal } from '#server/base/http/errors.ts';
import { findSource } from '#shared/sources/sources.ts';
import { fetchFile, type FetchRules } from './fetch-file.ts';
import * as sql from './queries-overview.ts';
import { runSource } from './run-source.ts';

/** An address that the geocoder doesn't know is sent again after half a year. */
const ASK_AGAIN_MS = 182 * 86_400_000;

const formatBatch = (addresses: Awaited<ReturnType<typeof sql.findAddresses>>): string =>
  addresses.map(({ id, address, city, state, zip }) => formatCsvLine([id, address, city, state, zip])).join('');

/** The addresses without a point as the geocoder's batch: id, street, city, state, and ZIP code, without a header. */
export const formatAddresses = async ({ db }: Pick<Deps, 'db'>): Promise<string> =>
  formatBatch(await sql.findAddresses(db, null));

/**
 * Sends the geocoder the next 10,000 addresses, and runs its reply like a file. Returns null if there is none left. An interrupted
 * batch is sent again, and a batch that was answered isn't.
 */
export async function geocodeBatch(
  deps: BulkDeps,
  address: string,
  rules: FetchRules,
  by: Pick<Parameters<typeof runSource>[1], 'apply' | 'actor' | 'userName'>,
): Promise<StartedRun | null> {
  const info = findSource('census')!;
  const at = deps.clock.now();
  for (;;) {
    const addresses = await sql.findAddresses(deps.db, new Date(at.getTime() - ASK_AGAIN_MS));
    if (addresses.length === 0) return null;
    const form = new FormData();
    form.set('addressFile', new Blob([formatBatch(addresses)], { type: 'text/csv' }), 'addresses.csv');
    form.set('benchmark', 'Public_AR_Current');
    const { file } = await fetchFile(address, info, rules, form);
    try {
      const run = await runSource(deps, { info, file, asOf: at.toISOString().slice(0, 10), ...by });
      // A preview leaves the addresses unsent, because it may never be applied.
      if (by.apply && (await run.finished).status === 'done') await sql.saveSent(deps.db, addresses, at);
      return run;
    } catch (error) {
      // A batch without a match has no rows to import, and the next one may have some.
      if (!['no_rows', 'nothing_matched'].includes(asRefusal(error)?.code ?? '')) throw error;
      await sql.saveSent(deps.db, addresses, at);
    }
  }
}
