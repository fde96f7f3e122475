import type { AskedListing } from '#contract/confirmations.ts';
import type { CatalogPlan } from '#contract/directory/search-help.ts';
import { dayNames, formatDayHours } from '#shared/listings/opening-hours.ts';
import type { OwnRow } from '#server/listings/owner/owner.ts';

type Fact = AskedListing['facts'][number];

const yesOrNo = [
  ['acceptsNewPatients', 'New patients'],
  ['acceptsInsurance', 'Insurance'],
  ['membershipPlan', 'Membership plan'],
  ['emergencyServices', 'Emergencies'],
  ['wheelchairAccessible', 'Wheelchair access'],
  ['parkingAvailable', 'Parking'],
] as const;

const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`;

/** The facts of a listing in words, for the email and the page that ask its owner whether they are still true. */
export function listStatedFacts(row: OwnRow, plans: readonly CatalogPlan[]): Fact[] {
  const place = [row.city, [row.state, row.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [
    fact('Name', [row.name, row.title].filter(Boolean).join(', ')),
    fact('Practice', row.practiceName),
    fact('Phone', row.phone),
    fact('Address', [row.address, place].filter(Boolean).join(', ')),
    fact('Website', row.website?.replace(/^https?:\/\//, '')),
    fact('Hours', describeHours(row)),
    fact('Services', row.services.map(({ name }) => name).join(', ')),
    ...yesOrNo.map(([field, label]) => fact(label, row[field] === null ? null : row[field] ? 'Yes' : 'No')),
    fact('Insurance plans', describePlans(row.insurancePlans, plans)),
    fact('Languages', row.languages),
    fact('Whitening price', describePrice(row)),
  ];
}

const fact = (label: string, text: string | null | undefined): Fact => ({ label, text: text?.trim() || null });

/** "Mon to Fri 9:00 AM – 5:00 PM; Sat and Sun closed". Days in a row with the same hours are joined. */
function describeHours(row: OwnRow): string | null {
  if (dayNames.every((day) => !row[`${day}Hours`]?.trim())) return null;
  const runs: { first: number; last: number; hours: string }[] = [];
  for (const [index, day] of dayNames.entries()) {
    const hours = row[`${day}Hours`]?.trim() ? formatDayHours(row[`${day}Hours`]) : 'not stated';
    const run = runs.at(-1);
    if (run?.hours === hours) run.last = index;
    else runs.push({ first: index, last: index, hours });
  }
  return runs
    .map(({ first, last, hours }) => {
      const joint = last - first === 1 ? ' and ' : ' to ';
      const days = first === last ? short(first) : `${short(first)}${joint}${short(last)}`;
      return `${days} ${hours === 'Closed' ? 'closed' : hours}`;
    })
    .join('; ');
}

const short = (day: number): string => {
  const name = dayNames[day]!;
  return `${name[0]!.toUpperCase()}${name.slice(1, 3)}`;
};

const describePlans = (text: string | null, plans: readonly CatalogPlan[]): string | null =>
  text &&
  [
    ...new Set(text.split('; ').map((stored) => plans.find(({ storedName }) => storedName === stored)?.name ?? stored)),
  ].join(', ');

function describePrice({ whiteningPriceFrom: from, whiteningPriceTo: to }: OwnRow): string | null {
  if (from === null) return null;
  return to === null ? `From ${dollars(from)}` : `${dollars(from)} to ${dollars(to)}`;
}
