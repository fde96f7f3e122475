import { healthChecks } from '#shared/data-health/health-checks.ts';
import { listingTable } from '#shared/tables/lists/listings.ts';

type FilterCase = readonly [label: string, filters: Record<string, string[]>];

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Values for each filter. The frequent and the rare side of a flag are separate cases. */
export function singleFilters(now: number): FilterCase[] {
  const lastDays = [`${dayOf(now - 7 * 86_400_000)}..${dayOf(now)}`];
  const flags = Object.entries(listingTable.filters).filter(([id, { kind }]) => kind === 'flag' && id !== 'deleted');
  return [
    ['state=CA', { state: ['CA'] }],
    ['state=WY', { state: ['WY'] }],
    ['states=CA,NY,TX', { state: ['CA', 'NY', 'TX'] }],
    ['city=Austin, TX', { city: ['Austin, TX'] }],
    ['zip=7', { zip: ['7'] }],
    ['zip=787', { zip: ['787'] }],
    ...['free', 'paid', 'pro_max'].map((plan): FilterCase => [`plan=${plan}`, { plan: [plan] }]),
    ...flags.flatMap(([id]) => ['1', '0'].map((value): FilterCase => [`${id}=${value}`, { [id]: [value] }])),
    ['owner', { owner: ['owner@example.com'] }],
    ['practice', { practice: ['Family Dental'] }],
    ['practiceType', { practiceType: ['General Dentistry'] }],
    ['service', { service: ['Teeth Whitening'] }],
    ['source=staff', { source: ['staff'] }],
    ['source=import', { source: ['import'] }],
    ['updated, last days', { updated: lastDays }],
    ['updated, any day', { updated: ['2020-01-01..'] }],
    ['confirmed, last days', { confirmed: lastDays }],
    ['deleted', { deleted: ['1'] }],
    ...healthChecks.map(({ key }): FilterCase => [`health=${key}`, { health: [key] }]),
  ];
}

/** Filters that staff combine. */
export const filterPairs: readonly FilterCase[] = [
  ['state and verified', { state: ['TX'], verified: ['1'] }],
  ['unclaimed in a state', { state: ['OH'], owned: ['0'] }],
  ['state and no website', { state: ['CA'], website: ['0'] }],
  ['state and a paid plan', { state: ['NY'], plan: ['paid', 'pro_max'] }],
  ['state and under review', { state: ['CA'], review: ['1'] }],
  ['state and practice type', { state: ['FL'], practiceType: ['General Dentistry'] }],
  ['state and service', { state: ['FL'], service: ['Teeth Whitening'] }],
  ['paid, without photos', { plan: ['paid', 'pro_max'], photos: ['0'] }],
  ['claimed, not verified', { owned: ['1'], verified: ['0'] }],
  ['free, with a phone', { plan: ['free'], phone: ['1'] }],
  ['no phone, no website', { phone: ['0'], website: ['0'] }],
  ['city and no website', { city: ['Houston, TX'], website: ['0'] }],
  ['city and claimed', { city: ['Houston, TX'], owned: ['1'] }],
  ['ZIP and unclaimed', { zip: ['77'], owned: ['0'] }],
];
