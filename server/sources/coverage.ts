import type { z } from 'zod';
import type { getCoverage } from '#contract/sources.ts';
import { sources, type SourceInfo } from '#shared/sources/sources.ts';
import type { Deps } from '#server/base/http/context.ts';
import { countFillable, countOrigins, coverageFields, type Fillable } from './queries-coverage.ts';
import { countListings } from './queries-overview.ts';

const people: Record<string, string> = {
  practice: 'The practice',
  staff: 'Staff',
  file: 'Imported files',
  unknown: 'Not recorded',
};
const labelOf = (origin: string): string => people[origin] ?? sources.find(({ key }) => key === origin)?.name ?? origin;

/** The most listings that a source could fill, as far as the directory can tell. */
function countUpTo(info: SourceInfo, missing: number, { address, website, licenses }: Fillable, field: string): number {
  if (info.kind === 'board') return licenses[info.state!] ?? 0;
  if (info.kind === 'geocoder') return Math.min(missing, address);
  if (info.kind === 'website') return Math.min(missing, website);
  // A place of the map is found by its phone number or street.
  return field === 'phone' ? Math.min(missing, address) : missing;
}

/** How many listings have a value of each field, by origin and age, and the source that could fill the most of the others. */
export async function describeCoverage({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<z.input<typeof getCoverage.reply>> {
  const [counts, fillable, total] = await Promise.all([
    countOrigins(db, clock.now()),
    countFillable(db),
    countListings(db),
  ]);
  return {
    total,
    fields: coverageFields.map(({ key, label, stated }) => {
      const origins = counts.filter((count) => count.key === key);
      const known = origins.reduce((sum, { recent, older, undated }) => sum + recent + older + undated, 0);
      const [next] = sources
        .filter(({ fills }) => fills.includes(stated === 'serviceIds' ? 'services' : stated))
        .map((info) => ({ source: info.key, name: info.name, upTo: countUpTo(info, total - known, fillable, stated) }))
        .filter(({ upTo }) => upTo > 0)
        .toSorted((a, b) => b.upTo - a.upTo);
      return {
        key,
        label,
        known,
        origins: origins
          .map(({ origin, recent, older, undated }) => ({ origin, label: labelOf(origin), recent, older, undated }))
          .toSorted((a, b) => b.recent + b.older + b.undated - (a.recent + a.older + a.undated)),
        next: next ?? null,
      };
    }),
  };
}
